# SPDX-License-Identifier: Apache-2.0
"""The public declarations of modules: of built ones from the symbol graphs that the toolchain writes, and what a module re-exports
from its sources."""
import functools
import json
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXPORT = re.compile(
    r"^\s*@_exported (?:public )?import (?:(struct|enum|class|protocol|typealias|func|var|let) )?"
    r"([\w.]+?)(?:\.(\w+))?\s*(?://.*)?$")


def libraries():
    """The modules of the library products of Package.swift."""
    manifest = (ROOT / "Package.swift").read_text()
    return sorted(set(re.findall(r"\.library\(\s*name: \"\w+\",\s*targets: \[\"(\w+)\"\]", manifest)))


def sources(module):
    """The folder of a module whose folder has its name, or None."""
    return next((folder for wing in ("Sources", "Server", "Testing") if (folder := ROOT / wing / module).is_dir()), None)


def exports(module, seen):
    """What a module re-exports: (module, name, whether it depends on the system), also by way of others of ours.

    A whole module has no name."""
    seen.add(module)
    for path in sorted(sources(module).rglob("*.swift")) if sources(module) else ():
        conditions = 0
        for line in path.read_text().splitlines():
            conditions += line.lstrip().startswith("#if") - line.lstrip().startswith("#endif")
            found = EXPORT.match(line)
            if not found:
                continue
            kind, name, symbol = found.groups()
            yield name, symbol if kind else None, conditions > 0
            if not kind and sources(name) and name not in seen:
                yield from exports(name, seen)


@functools.cache
def search_paths(build):
    """The arguments with which the compiler finds the modules of a build (such as .build/debug)."""
    # The C modules that ours are built with: the build's maps, those of the packages, and ours of the system's libraries.
    checkouts = build.parent / "checkouts"
    modulemaps = [
        *build.glob("*.build/module.modulemap"), *checkouts.glob("*/Sources/*/include/module.modulemap"),
        *checkouts.glob("GRDB.swift/Sources/GRDBSQLite/module.modulemap"), *ROOT.glob("Providers/*/*/module.modulemap"),
        *ROOT.glob("Sources/*/module.modulemap"), *ROOT.glob("Server/*/module.modulemap"),
    ]
    arguments = ["-I", str(build / "Modules")]
    for modulemap in modulemaps:
        arguments += ["-Xcc", f"-fmodule-map-file={modulemap}"]
    return arguments


def extract(modules, build, folder, *options):
    """Writes the symbol graphs of modules into a folder, with more options of the tool where a caller has them."""
    paths = search_paths(build)
    target = build.resolve().parent.name
    if target.count("-") < 2:
        target = f"{platform.machine()}-unknown-linux-gnu"
    for module in modules:
        run = subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, *paths, "-target", target, "-output-dir", folder,
             "-minimum-access-level", "public", "-skip-synthesized-members", *options], capture_output=True, text=True)
        if run.returncode:
            program = Path(sys.argv[0]).name
            sys.exit(f"{program}: the symbol graph of {module} cannot be read; is it built?\n{run.stderr.strip()}")


def graphs(module, folder):
    """The graphs of a module, each with the module whose types it extends (or "")."""
    for path in sorted(Path(folder).glob(f"{module}*.symbols.json")):
        declared, _, extended = path.name.removesuffix(".symbols.json").partition("@")
        if declared == module:
            yield path, extended


def symbols(module, folder):
    """Every public symbol of a module, as its graph has it, and the module whose type it extends (or "")."""
    for path, extended in graphs(module, folder):
        for symbol in json.loads(path.read_text())["symbols"]:
            # `init(rawValue:)` of an enum is the compiler's, and has no place in a file.
            if symbol["pathComponents"][-1] == "init(rawValue:)" and "location" not in symbol:
                continue
            yield symbol, extended


def older(modules, build, sources):
    """The modules whose sources changed after they were built; `sources` is the folder of each."""
    for module in modules:
        built = (build / f"Modules/{module}.swiftmodule").stat().st_mtime
        if any(path.stat().st_mtime > built for path in sources[module].rglob("*.swift")):
            yield module
