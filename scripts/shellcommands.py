# SPDX-License-Identifier: Apache-2.0
"""The commands in a text of shell, and what of the repository and of its programs they may name."""
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ("coatcheck", "coatcheckd", "coatcheck-standin")
HERE_DOCUMENT = re.compile(r"<<-?\s*['\"]?(\w+)['\"]?(.*)\n(?:.*\n)*?\s*\1\s*(?:\n|$)")
SUBSTITUTION = re.compile(r"[$<>]\(((?:[^()\"']|\"[^\"]*\"|'[^']*')*)\)")


def simple_commands(text):
    """The words of each simple command, also of those in substitutions and in quoted arguments that are commands."""
    text = HERE_DOCUMENT.sub(r"\2\n", text + "\n").replace("\\\n", " ")
    while found := SUBSTITUTION.search(text):
        yield from simple_commands(found[1])
        text = text[:found.start()] + "X" + text[found.end():]
    lexer = shlex.shlex(text, posix=True, punctuation_chars=";&|<>\n")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = " \t\r", True, ""
    words, tokens = [], [*lexer, ";"]
    while tokens:
        token = tokens.pop(0)
        if token.startswith("#"):
            while len(tokens) > 1 and "\n" not in tokens[0]:
                tokens.pop(0)
        elif re.fullmatch(r"[<>]+&?", token):
            words = words[:-1] if words and words[-1].isdigit() else words
            tokens.pop(0)
        elif re.fullmatch(r"[;&|\n]+", token):
            if words:
                yield words
            words = []
        elif words or not re.match(r"[A-Za-z_]\w*=", token):
            words.append(token)
            quoted = re.search(r"(?:^|[=!])(coatcheckd? .+)", token)
            if quoted:
                yield from simple_commands(quoted[1])


def unwrapped(words):
    """A command without the `sudo -u USER` before it."""
    return words[3:] if words[:2] == ["sudo", "-u"] else words[1:] if words[:1] == ["sudo"] else words


def is_left_open(word):
    """Whether a reader writes another word there: NAME, URL, ACCOUNT|ISSUER, …."""
    return "…" in word or re.fullmatch(r"[A-Z][A-Z_|]*", word) is not None


class Arguments:
    """The words after a command, as its description reads them."""

    def __init__(self, command, words):
        self.command, self.words = command, list(words)
        known = command.get("arguments") or []
        self.options = {
            ("--" if name["kind"] == "long" else "-") + name["name"]: argument
            for argument in known for name in argument.get("names") or []}
        self.places = [argument for argument in known if argument["kind"] == "positional"]
        self.takes_all = any(place["parsingStrategy"] == "allRemainingInput" for place in self.places)
        self.given, self.used, self.mistake = [], [], None
        while self.words and not self.mistake:
            self.read(self.words.pop(0))

    def read(self, word):
        if word == "--":
            self.given += self.words
            self.words = []
        elif not word.startswith("-") or word == "-":
            self.given.append(word)
        elif self.takes_all:
            self.read_own_option(word)
        else:
            self.read_option(word)

    def read_option(self, word):
        name, equals, value = word.partition("=")
        option = self.options.get(name)
        if not option:
            self.mistake = f"has no option {name}"
            return
        self.used.append(option["valueName"])
        if option["kind"] == "option":
            value = value if equals else self.words.pop(0) if self.words else None
            self.check_value(option, value)

    def read_own_option(self, word):
        """A helper reads its own options, and its description has none of them."""
        found = subprocess.run(
            ["git", "grep", "-qF", f'"{word.partition("=")[0]}"', "--", "Command/CoatcheckHelpers"], cwd=ROOT)
        if found.returncode:
            self.mistake = f"has no option {word}"

    def check_value(self, argument, value):
        """One of several words has to be among them."""
        possible = argument.get("allValues") or (self.listed() if argument in self.places[:1] else [])
        if possible and value and not is_left_open(value) and not set(value.split("|")) <= set(possible):
            self.mistake = self.mistake or f"does not know {value}"

    def listed(self):
        """Helpers, checks and programs that can be set up stand in the text of the description."""
        text = self.command.get("discussion") or ""
        names = re.search(r"(?:Helpers|Checks): ([^.]+)\.", text)
        programs = text.partition("Programs, and what the argument is:")[2]
        return names[1].split(", ") if names else re.findall(r"^\s+(\w+)\t", programs, re.M)

    def result(self, whole):
        """What is wrong; whole says that nothing is left out of the command."""
        for place, value in zip(self.places, self.given):
            self.check_value(place, value)
        open_end = any("…" in word for word in self.given)
        if self.mistake or open_end:
            return self.mistake
        repeats = any(place["isRepeating"] for place in self.places)
        if len(self.given) > len(self.places) and not repeats:
            return f"does not take {' '.join(self.given[len(self.places):])}"
        required = [place["valueName"] for place in self.places if not place["isOptional"]][len(self.given):]
        required += [
            name for name, option in self.options.items()
            if option["kind"] == "option" and not option["isOptional"] and option["valueName"] not in self.used]
        return f"needs {required[0]}" if whole and required else None


class Program:
    """A program's commands and options, as it describes them itself."""

    def __init__(self, path):
        if not path.exists():
            sys.exit(f"shell-lines: {path} is not there: run make build first")
        described = subprocess.run([path, "--experimental-dump-help"], capture_output=True, text=True, check=True)
        self.command = json.loads(described.stdout)["command"]

    def mistake(self, words, whole):
        """What is wrong with the words after the program's name; None if nothing is."""
        command, rest = self.command, list(words)
        while rest:
            named = {sub["commandName"]: sub for sub in command.get("subcommands") or []}
            if rest[0] in named:
                command = named[rest.pop(0)]
            elif is_left_open(rest[0]) and named:
                return None
            elif command.get("defaultSubcommand"):
                # Its name, and the names that it knows, stand where the user looks for them.
                own = {"commandName": command["commandName"], "discussion": command.get("discussion")}
                command = {**named[command["defaultSubcommand"]], **own}
            elif rest[0].startswith("-") or not set(named) - {"help"}:
                break
            else:
                return f"{command['commandName']} has no command {rest[0]}"
        if whole or rest:
            wrong = Arguments(command, rest).result(whole)
            return wrong and f"{command['commandName']} {wrong}"
        return None


class Checks:
    """What a command may name: commands and options of our programs, targets, paths of the repository, and tests."""

    def __init__(self, build):
        self.programs = {name: Program(build / name) for name in PROGRAMS}
        self.makefile = (ROOT / "Makefile").read_text()
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        self.folders = {name.split("/")[0] for name in listed.splitlines() if "/" in name}

    def mistakes(self, text, whole):
        """The mistakes in a text of shell, and how many things in it were checked."""
        found, checked = [], 0
        for words in filter(None, map(unwrapped, simple_commands(text))):
            wrong = self.command(words, whole)
            checked += wrong is not False
            found += [wrong] if wrong else []
            paths = list(filter(self.is_path, words))
            checked += len(paths)
            found += [f"{path} is not in the repository" for path in paths if not (ROOT / path).exists()]
        return found, checked

    def command(self, words, whole):
        """What is wrong with a command; None if nothing is, False if it is not known here."""
        name = words[0].split("/")[-1]
        if name in self.programs and len(words) > 1:
            return self.programs[name].mistake(words[1:], whole)
        if name == "make" and len(words) > 1:
            return self.make(words[1:])
        if words[:2] == ["swift", "test"] and "--filter" in words[:-1]:
            return self.filter(words[words.index("--filter") + 1])
        return False

    def make(self, words):
        for word in words:
            name, equals, _ = word.partition("=")
            if not equals and not re.search(rf"^{re.escape(word)}:", self.makefile, re.M):
                return f"make has no target {word}"
            if equals and not re.search(rf"\b{re.escape(name)}\b", self.makefile):
                return f"the Makefile does not use {name}"
        return None

    def filter(self, word):
        """A filter of tests names a suite, or a target and a suite."""
        target, _, suite = word.rpartition(".")
        found = subprocess.run(["git", "grep", "-qE", rf"(struct|class|enum|extension) {suite}", "--", "*.swift"], cwd=ROOT)
        is_there = not found.returncode and target in (ROOT / "Package.swift").read_text()
        return None if is_there else f"there is no test {word}"

    def is_path(self, word):
        return re.fullmatch(r"[\w.-]+(/[\w.-]+)+", word) is not None and word.split("/")[0] in self.folders
