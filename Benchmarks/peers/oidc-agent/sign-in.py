#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sign-in.py URL NAME PASSWORD: opens an authorization URL as a browser would, signs in on the page it finds there,
and follows the redirect to the listener."""
import sys
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener


class Form(HTMLParser):
    """The first form of a page: its action and its fields."""

    def __init__(self, page):
        super().__init__()
        self.action, self.fields, self.inside = None, {}, False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and not self.action:
            self.action, self.inside = attributes.get("action", ""), True
        elif tag in ("input", "button") and self.inside and "name" in attributes:
            # Of several buttons the first is pressed.
            self.fields.setdefault(attributes["name"], attributes.get("value", ""))

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False


url, name, password = sys.argv[1:]
browser = build_opener(HTTPCookieProcessor(CookieJar()))
answer = browser.open(url, timeout=20)
issuer = "/".join(url.split("/")[:3])
# A page to sign in, and perhaps one to agree.
for _ in range(2):
    if not answer.geturl().startswith(issuer):
        break
    form = Form(answer.read().decode())
    if "password" in form.fields:
        form.fields["username"], form.fields["password"] = name, password
    body = urlencode(form.fields).encode()
    address = urljoin(answer.geturl(), form.action)
    answer = browser.open(Request(address, body, {"Origin": issuer}), timeout=20)
print(answer.status, answer.geturl().split("?")[0])
