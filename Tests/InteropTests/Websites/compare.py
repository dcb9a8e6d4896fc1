#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the same requests at our website and at Apache with mod_auth_openidc, whose users sign in at one coatcheckd.

compare.py --bin FOLDER [--only TEXT]           prints the table of what was observed
compare.py --bin FOLDER --check FILE            exits 1 with the difference to the table in the Markdown file
compare.py --bin FOLDER --write FILE            puts the table into the file

FOLDER has coatcheckd and WebsiteExample. --only takes the rows that have TEXT in their id, what is done, or function.
Exits 77 where Apache or its module is not installed. The table is between two comments in the file.
"""
import argparse
import difflib
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import cases  # noqa: E402
import sites  # noqa: E402

BEGIN, END = "<!-- table: compare.py --write -->", "<!-- end of the table -->"


def cell(text):
    return text.replace("|", "\\|")


def observed(stage, function, site):
    try:
        return function(cases.Scene(stage, site))
    except (RuntimeError, AssertionError, KeyError, ValueError, OSError) as error:
        return f"the case failed: {type(error).__name__}: {' '.join(str(error).split())[:200]}"


def numbered(rows):
    """The rows with a letter behind an id that several have."""
    ids = [row for row, *_ in rows]
    for at, (row, *rest) in enumerate(rows):
        yield (row + ("abcdefghijklm"[ids[:at].count(row)] if ids.count(row) > 1 else ""), *rest)


def table(stage, only):
    yield "| id | what is done | wanted | " + " | ".join(site.name for site in stage.sites) + " | same? |"
    yield "|---" * (4 + len(stage.sites)) + "|"
    for row, done, wanted, function in numbered(cases.CASES):
        if only and not any(only in text for text in (row, done, function.__name__)):
            continue
        start = time.monotonic()
        seen = [observed(stage, function, site) for site in stage.sites]
        print(f"compare: {time.monotonic() - start:5.1f} s {row} {function.__name__}", file=sys.stderr, flush=True)
        same = "yes" if len(set(seen)) == 1 else "no"
        yield "| " + " | ".join(map(cell, (row, done, wanted, *seen, same))) + " |"


def kept(path):
    """The text before the table, its lines, and the text after it."""
    before, begin, rest = path.read_text().partition(BEGIN + "\n")
    lines, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"compare: {path} has no place for the table: {BEGIN} and {END}")
    return before + begin, lines.strip().splitlines(), end + after


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--only")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", type=Path)
    what.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    if arguments.only and (arguments.check or arguments.write):
        parser.error("--only is for looking at some rows")
    absent = sites.missing()
    if absent:
        print(f"compare: not installed: {absent} (Debian: apache2-bin, libapache2-mod-auth-openidc)")
        return 77
    file = arguments.check or arguments.write
    before, lines, after = kept(file) if file else ("", [], "")
    with sites.Stage(Path(tempfile.mkdtemp()), arguments.bin.resolve()) as stage:
        found = []
        for line in table(stage, arguments.only):
            found.append(line)
            if not file:
                print(line, flush=True)
    if arguments.write:
        file.write_text(before + "\n" + "\n".join(found) + "\n\n" + after)
    if arguments.check and lines != found:
        print("\n".join(difflib.unified_diff(lines, found, str(file), "observed", lineterm="", n=0)))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
