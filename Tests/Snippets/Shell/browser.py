#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""browser.py ADDRESS: a user at a browser without scripts, who signs in and approves, until a page has no form any more.

It is $BROWSER for the shell lines of the pages. $AT_BROWSER is the user's name; alice unless set.
"""
import os
import sys
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

STEPS = 10
PASSWORD = "correct horse battery staple"


class Form(HTMLParser):
    """The first form of a page: where it goes, how, its fields and its buttons."""

    def __init__(self, page):
        super().__init__()
        self.action, self.method, self.fields, self.buttons, self.found, self.open = "", "get", {}, [], False, False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and not self.found:
            self.action, self.method = attributes.get("action", ""), attributes.get("method", "get").lower()
            self.found = self.open = True
        elif self.open and tag == "button" and attributes.get("name"):
            self.buttons.append((attributes["name"], attributes.get("value", "")))
        elif self.open and tag == "input" and attributes.get("name"):
            typed = {"password": PASSWORD, "text": os.environ.get("AT_BROWSER", "alice")}.get(attributes.get("type", "text"))
            self.fields[attributes["name"]] = attributes.get("value") or typed or ""

    def handle_endtag(self, tag):
        self.open = self.open and tag != "form"


def main():
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    request = Request(sys.argv[1])
    for _ in range(STEPS):
        try:
            answer = opener.open(request, timeout=20)
        except HTTPError as error:
            answer = error
        form = Form(answer.read().decode("utf-8", "replace"))
        if not form.found:
            return
        wanted = [button for button in form.buttons if button[1] in ("allow", "approve", "yes")] or form.buttons
        words = urlencode({**form.fields, **dict(wanted[:1])})
        target = urljoin(answer.url, form.action or answer.url)
        origin = "/".join(answer.url.split("/")[:3])
        request = (Request(target, words.encode(), {"Origin": origin, "Referer": answer.url}) if form.method == "post"
                   else Request(f"{target}?{words}"))


main()
