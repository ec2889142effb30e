// What of an HTML report is the same in all of them: how it looks, and what its buttons do.
#pragma once

namespace steward::report {

inline constexpr char kStyle[] = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1e21; --faint: #667; --line: #d9dce1;
  --panel: #f5f6f8; --harmful: #c62828; --real: #955800; --potential: #456; --mark: #fff1c9;
  --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --paper: #15171a; --ink: #e4e6ea; --faint: #9aa3ad;
  --line: #333840; --panel: #1e2126; --harmful: #ff7b72; --real: #f0b04c; --potential: #9fb4c7;
  --mark: #3b3110; --link: #8ab4f8; } }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
p, h2, h3, td, li, .side, .lane { overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
a { color: var(--link); } code, pre { font: 13px/1.45 ui-monospace, monospace; unicode-bidi: isolate; }
pre { overflow-x: auto; }
.faint { color: var(--faint); } .harmful { color: var(--harmful); } .real { color: var(--real); }
.potential { color: var(--potential); } .verdict { font-weight: 600; }
th, td.verdict, td.wide { white-space: nowrap; } td { min-width: 4.7rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
.scroll { overflow-x: auto; }
section { border: 1px solid var(--line); border-radius: 6px; padding: 1rem; margin: 1.2rem 0; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem; }
.side { background: var(--panel); border-radius: 4px; padding: .6rem; min-width: 0; }
.side pre { margin: .4rem 0 0; }
.line { display: block; } .line.here { background: var(--mark); }
.number { color: var(--faint); display: inline-block; width: 3.5em; user-select: none; }
.command { display: flex; gap: .5rem; align-items: center; background: var(--panel);
  border-radius: 4px; padding: .3rem .5rem; margin: .3rem 0; }
.command code { flex: 1; overflow-x: auto; white-space: pre; }
button { font: inherit; font-size: 13px; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
.lanes { display: grid; grid-template-columns: 1fr 1fr; margin: 1rem 0 1rem .8rem; }
.lane { position: relative; min-width: 0; padding: 0 .6rem .5rem 1.1rem; border-left: 2px solid var(--line); }
.step { position: relative; margin-top: .4rem; }
.step::before { content: ""; position: absolute; top: .45rem; left: calc(-1.1rem - 5px); width: 8px; height: 8px;
  border-radius: 50%; background: var(--faint); }
.hit { padding-top: 1.7rem; }
.hit::before { content: ""; position: absolute; top: .5rem; left: -8px; width: 14px; height: 14px; border-radius: 50%;
  background: var(--harmful); }
.stale::after { content: ""; position: absolute; top: calc(.5rem - 5px); left: -13px; width: 24px; height: 24px;
  border: 2px solid var(--harmful); border-radius: 50%; }
.race { position: absolute; top: calc(.5rem + 6px); left: 0; width: 100%; border-top: 2px dashed var(--harmful); }
.bar { position: relative; height: .6rem; background: var(--panel); border-radius: 3px; min-width: 8rem; }
.bar i { position: absolute; top: 0; bottom: 0; background: var(--line); }
.bar b { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--ink); }
details { margin: .6rem 0; } summary { cursor: pointer; }
@media (max-width: 46rem) { .sides { grid-template-columns: 1fr; } .wide { display: none; } }
)";

inline constexpr char kScript[] = R"(
async function copied(text) {
  try { await navigator.clipboard.writeText(text); return true; }
  catch {
    const area = document.createElement('textarea');
    area.value = text; document.body.append(area); area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
document.addEventListener('click', async event => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  button.textContent = await copied(button.dataset.copy) ? 'copied' : 'not allowed';
  setTimeout(() => { button.textContent = 'copy'; }, 1500);
});
)";

}  // namespace steward::report
