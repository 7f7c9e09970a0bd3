#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Opens a report in Chromium, wide and narrow, light and dark, and printed: nothing may be
clipped, overlap, lack a unit or have too little contrast. Keeps screenshots.

usage: tests/report/screens.py CHROMIUM REPORT.html FOLDER-FOR-SCREENSHOTS
"""
import os
import sys

from chromium import Chromium, Gone

SKIP = 77
# A screenshot of more is cut by the browser's largest texture.
PART = 2000
VIEWS = [("wide-light", 1280, "light"), ("wide-dark", 1280, "dark"),
         ("narrow-light", 400, "light"), ("narrow-dark", 400, "dark")]


def check_source(text):
    """What a self-contained page does not have."""
    for word in ("<script", "<link", "<img", "@import", "url(http", "src=", "http://",
                 "https://", "onclick"):
        if word in text:
            yield f"the page has {word}"


def look(browser, script, name, width, scheme, folder):
    browser.view(width, 900, scheme)
    seen = browser.run(script)
    part, top = 1, 0
    while top < seen["height"]:
        height = min(PART, seen["height"] - top)
        browser.screenshot(os.path.join(folder, f"{name}-{part}.png"),
                           {"x": 0, "y": top, "width": width, "height": height})
        part, top = part + 1, top + height
    return seen


def main(program, report, folder):
    here = os.path.dirname(os.path.abspath(__file__))
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(here, "page.js"), encoding="utf-8") as f:
        script = f.read()
    with open(report, encoding="utf-8") as f:
        faults = [("source", fault) for fault in check_source(f.read())]
    try:
        browser = Chromium(program)
    except Gone as reason:
        print(f"1..0 # SKIP Chromium does not run here: {reason}")
        return SKIP
    try:
        browser.open(report)
        for name, width, scheme in VIEWS:
            seen = look(browser, script, name, width, scheme, folder)
            faults += [(name, fault) for fault in seen["faults"]]
            print(f"# {name}: {seen['panels']} panels, {seen['height']} pixels high")
        # The width of the text on A4 with the margins of the style sheet.
        browser.view(703, 1000, "dark", "print")
        faults += [("print", fault) for fault in browser.run(script)["faults"]]
        browser.view(1280, 900, "dark")
        browser.pdf(os.path.join(folder, "report.pdf"))
    finally:
        browser.close()
    for where, fault in faults:
        print(f"# {where}: {fault}")
    print(f"{'not ok' if faults else 'ok'} 1 - {len(faults)} faults in {report}\n1..1")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
