#!/usr/bin/env python3
"""The HTML report as people see it: opened by Chromium from its file, looked at, clicked.

Of fixed reports, one of them with names that are meant to break the page.
"""

import json
import tempfile
import time
from pathlib import Path

from lib.browser import Browser, missing_programs
from lib.checking import Checks, arguments, render, skip

WORST_FIRST = ("harmful", "real", "potential", "finding")
WIDE, PHONE = 1000, 390
# WCAG 2.1, level AA: text, and what is no text but has a meaning.
TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3

TABLE = """return [...document.querySelectorAll('table:has(thead) tbody tr')].map(row => {
  const link = row.querySelector('.id a');
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const lines = [...row.querySelector('.wide').childNodes].map(place => {
    const range = new Range(); range.selectNodeContents(place); return range.getClientRects().length; });
  return {verdict: row.cells[0].innerText, id: link.innerText, leads: target?.tagName, lines: Math.max(0, ...lines)};
})"""

# Each section with what is in it and where that is.
SECTIONS = """
const box = e => { const r = e.getBoundingClientRect(); return {left: r.left, right: r.right, top: r.top}; };
const all = (e, what) => [...e.querySelectorAll(what)];
return all(document, 'section[id]').map(section => ({
  id: section.id, text: section.innerText,
  sides: all(section, '.side').map(e => ({...box(e), here: all(e, '.line.here').map(l => l.innerText)})),
  lanes: all(section, '.lanes .lane b').map(e => e.innerText),
  steps: all(section, '.lanes .step').map(e => e.innerText),
  hits: all(section, '.lanes .hit').map(e => ({...box(e), text: e.innerText,
    dot: getComputedStyle(e, '::before').width, ring: getComputedStyle(e, '::after').borderTopWidth})),
  line: all(section, '.lanes .race').map(e => ({...box(e), style: getComputedStyle(e).borderTopStyle})),
  commands: all(section, '.command').map(e => [e.querySelector('code').innerText, e.querySelector('button').dataset.copy]),
}))"""

# Text and marks that are hard to see, and what colour the paper has.
COLOURS = """
const [atLeast, marksAtLeast] = arguments;
const parts = colour => colour.match(/[\\d.]+/g).map(Number);
const light = colour => { const [r, g, b] = parts(colour).slice(0, 3).map(v => v / 255)
  .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((a, b) => b - a); return (x + .05) / (y + .05); };
const paper = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
  if (parts(c)[3] !== 0) return c; } return 'rgb(255, 255, 255)'; };
const faint = [];
const judge = (what, ink, e, limit) => { const found = contrast(ink, paper(e));
  if (found < limit) faint.push(`${what}: ${ink} on ${paper(e)} is ${found.toFixed(2)}`); };
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let count = 0;
while (texts.nextNode()) { const e = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || !e.checkVisibility() || e.tagName == 'SCRIPT') continue;
  judge(texts.currentNode.data.slice(0, 30), getComputedStyle(e).color, e, atLeast); ++count; }
for (const e of document.querySelectorAll('.race'))
  judge('line of the race', getComputedStyle(e).borderTopColor, e, marksAtLeast);
for (const e of document.querySelectorAll('.hit'))
  judge('dot', getComputedStyle(e, '::before').backgroundColor, e, marksAtLeast);
return {paper: light(paper(document.body)), count, faint: [...new Set(faint)]};"""

# What sticks out of the screen, unless it is in a box of its own that can be moved.
OVERFLOW = """
const width = arguments[0];
document.querySelectorAll('details').forEach(e => { e.open = true; });
const movable = e => { for (e = e.parentElement; e && e != document.body; e = e.parentElement)
  if (getComputedStyle(e).overflowX == 'auto' && e.getBoundingClientRect().right <= width) return true; };
return {page: document.documentElement.scrollWidth, out: [...document.body.querySelectorAll('*')]
  .filter(e => e.getBoundingClientRect().right > width + 1 && !movable(e))
  .map(e => `${e.tagName}.${e.className}: ${e.innerText?.slice(0, 40)}`)};"""


def stale_read(race):
    return (any(evidence["cause"] == "stale-value" for evidence in race["evidence"])
            and race["accesses"][1]["access"] == "read")


def resize(browser, width):
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1,
                mobile=width == PHONE)


def check_table(check, browser, report, sections):
    rows = browser.run(TABLE)
    expected = [(race["verdict"], race["id"]) for race in report["races"]]
    expected.sort(key=lambda row: WORST_FIRST.index(row[0]))
    expected += [("finding", item["id"]) for item in report["findings"]]
    check.equal("the table", [(row["verdict"], row["id"]) for row in rows], expected)
    check.equal("where its links lead", {row["leads"] for row in rows}, {"SECTION"} if rows else set())
    check.that(all(row["lines"] <= 1 for row in rows), f"places are broken in the table: {rows}")
    check.equal("the sections", [section["id"] for section in sections], [row[1] for row in expected])


def check_sides(check, options, section, race):
    check.equal(f"sides of {race['id']}", len(section["sides"]), 2)
    apart = [side["left"] for side in section["sides"]]
    check.that(apart == sorted(set(apart)), f"{race['id']}: the sides are not beside each other: {apart}")
    for side, access in zip(section["sides"], race["accesses"]):
        source = options.source / (access["file"] or "-")
        if source.is_file():
            line = f"{access['line']}{source.read_text().splitlines()[access['line'] - 1]}"
            check.equal(f"marked source of {race['id']}", [h.rstrip() for h in side["here"]], [line])


def check_picture(check, report, section, race):
    names = {thread["id"]: thread["name"] for thread in report["threads"]}
    threads = [access["thread"] for access in race["accesses"]]
    of = f"in the picture of {race['id']}"
    titles = [thread if names[thread] is None else f"{thread} '{names[thread]}'" for thread in threads]
    check.equal(f"lanes {of}", section["lanes"], titles)
    check.equal(f"locks {of}", len(section["steps"]), sum(len(a["locks"]) for a in race["accesses"]))
    parts = len(section["hits"]), len(section["line"])
    check.equal(f"accesses and lines {of}", parts, (2, 1))
    if parts != (2, 1):
        return
    (first, second), (line,) = section["hits"], section["line"]
    check.that(first["dot"] == second["dot"] == "14px", f"no dot at the accesses {of}: {section['hits']}")
    check.equal(f"line {of}", line["style"], "dashed")
    ends = abs(line["left"] - first["left"]), abs(line["right"] - second["left"])
    check.that(max(ends) < 4 and first["top"] == second["top"], f"the line joins nothing {of}: {line}")
    check.that(first["text"].startswith(race["accesses"][0]["access"]), f"{first['text']} {of}")
    told = "gets the value from before" in second["text"], second["ring"] == "2px"
    check.equal(f"stale read {of}", told, (stale_read(race),) * 2)


def check_copying(check, browser, sections):
    """Buttons copy, also where the page may not use the clipboard by itself; or say that they do not."""
    commands = [copied for section in sections for _, copied in section["commands"]]
    browser.ask("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    ways = (("", "copied"),
            ("navigator.clipboard.writeText = () => Promise.reject();", "copied"),
            ("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false;",
             "not allowed"))
    for number, (prepare, says) in enumerate(ways):
        browser.run(prepare)
        browser.run(f"document.querySelectorAll('.command button')[{number}].id = 'clicked{number}'")
        browser.click(f"#clicked{number}")
        check.equal(f"the button after '{prepare}'", wait_for_label(browser, number), says)
        if says == "copied":
            held = browser.run("return navigator.clipboard.readText()")
            check.equal(f"the clipboard after '{prepare}'", held, commands[number])


def wait_for_label(browser, number):
    """What the button says once it says something else."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        label = browser.run(f"return document.getElementById('clicked{number}').innerText")
        if label != "copy":
            return label
    return label


def check_colours(check, browser):
    papers = []
    for scheme in ("light", "dark"):
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        seen = browser.run(COLOURS, TEXT_CONTRAST, MARK_CONTRAST)
        papers.append(seen["paper"])
        check.that(seen["count"] > 3 and not seen["faint"], f"{scheme}: {seen['faint']}")
    check.that(papers[0] > 0.8 and papers[1] < 0.1, f"light and dark paper: {papers}")


def check_width(check, browser, width):
    resize(browser, width)
    seen = browser.run(OVERFLOW, width)
    check.that(seen["page"] <= width, f"at {width} the page is {seen['page']} wide")
    check.equal(f"out of the screen at {width}", seen["out"], [])


def check_page(check, browser, options, name, folder):
    check.about = name
    report = json.loads((options.source / "corpus/reports" / name).read_text())
    page = folder / f"{name}.html"
    render(options, name, "html", page)
    browser.requests()  # those of the page before
    resize(browser, WIDE)
    browser.open(page.as_uri())
    sections = browser.run(SECTIONS)
    check_table(check, browser, report, sections)
    races = {race["id"]: race for race in report["races"]}
    for section in sections:
        if section["id"] in races:
            race = races[section["id"]]
            check_sides(check, options, section, race)
            check_picture(check, report, section, race)
        for shown, copied in section["commands"]:
            check.equal("command to be copied", copied, shown)
    if name == "every_verdict.json":
        check_copying(check, browser, sections)
    check_width(check, browser, WIDE)
    check_width(check, browser, PHONE)
    check_colours(check, browser)
    # Names are text: none has become an element, or was run.
    check.equal("scripts and pictures", browser.run("return document.querySelectorAll('script, img, svg').length"), 1)
    check.equal("what names did", browser.run("return typeof hostile"), "undefined")
    check.equal("the console", browser.complaints(), [])
    check.equal("what was loaded", set(browser.requests()), {page.as_uri()})


def main():
    options = arguments(__doc__)
    missing = missing_programs()
    if missing:
        skip(f"{' and '.join(missing)} not found: scripts/setup installs them")
    check = Checks()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with Browser(Path(folder) / "profile") as browser:
            for name in ("every_verdict.json", "hostile_names.json", "without_symbols.json", "nothing.json"):
                check_page(check, browser, options, name, Path(folder))
    check.finish()


if __name__ == "__main__":
    main()
