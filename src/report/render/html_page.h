// What of an HTML report is the same in all of them: how it looks, and what its buttons do.
#pragma once

namespace steward::report {

inline constexpr char kStyle[] = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1e21; --faint: #667; --line: #d9dce1;
  --panel: #f5f6f8; --harmful: #c62828; --real: #b26a00; --potential: #456; --mark: #fff1c9;
  --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --paper: #15171a; --ink: #e4e6ea; --faint: #9aa3ad;
  --line: #333840; --panel: #1e2126; --harmful: #ff7b72; --real: #f0b04c; --potential: #9fb4c7;
  --mark: #453a14; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
p, .side > code { overflow-wrap: anywhere; } h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
a { color: var(--link); } code, pre { font: 13px/1.45 ui-monospace, monospace; }
.faint { color: var(--faint); } .harmful { color: var(--harmful); } .real { color: var(--real); }
.potential { color: var(--potential); } .verdict { font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
.scroll { overflow-x: auto; }
section { border: 1px solid var(--line); border-radius: 6px; padding: 1rem; margin: 1.2rem 0; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem; }
.side { background: var(--panel); border-radius: 4px; padding: .6rem; min-width: 0; }
.side pre { overflow-x: auto; margin: .4rem 0 0; }
.line { display: block; } .line.here { background: var(--mark); }
.number { color: var(--faint); display: inline-block; width: 3.5em; user-select: none; }
.command { display: flex; gap: .5rem; align-items: center; background: var(--panel);
  border-radius: 4px; padding: .3rem .5rem; margin: .3rem 0; }
.command code { flex: 1; overflow-x: auto; white-space: pre; }
button { font: inherit; font-size: 13px; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
.id { white-space: nowrap; } svg { width: 100%; min-width: 44rem; height: auto; max-height: 26rem; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .lane { stroke: var(--line); stroke-width: 2; } svg .step { fill: var(--faint); }
svg .race { stroke: var(--harmful); stroke-width: 2; stroke-dasharray: 5 4; }
svg .hit { fill: var(--harmful); } svg .stale { fill: none; stroke: var(--harmful); stroke-width: 2; }
.bar { position: relative; height: .6rem; background: var(--panel); border-radius: 3px; min-width: 8rem; }
.bar i { position: absolute; top: 0; bottom: 0; background: var(--line); }
.bar b { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--ink); }
details { margin: .6rem 0; } summary { cursor: pointer; }
@media (max-width: 46rem) { .sides { grid-template-columns: 1fr; } .wide { display: none; } }
)";

inline constexpr char kScript[] = R"(
document.addEventListener('click', async event => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  const text = button.dataset.copy;
  try { await navigator.clipboard.writeText(text); }
  catch {
    const area = document.createElement('textarea');
    area.value = text; document.body.append(area); area.select();
    document.execCommand('copy'); area.remove();
  }
  button.textContent = 'copied';
  setTimeout(() => { button.textContent = 'copy'; }, 1500);
});
)";

}  // namespace steward::report
