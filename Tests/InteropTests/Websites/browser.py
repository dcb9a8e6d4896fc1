# SPDX-License-Identifier: Apache-2.0
"""A small browser: it keeps cookies, says what kind of request it makes, and follows redirects one by one."""
import http.client
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin, urlsplit

TIMEOUT = 30
MAXIMUM_COOKIE = 4096  # bytes of name and value; browsers drop a longer one and say nothing


@dataclass
class Cookie:
    value: str
    line: str  # what the server set it with
    same_site: str  # lower case; empty where the server did not say
    born: float


@dataclass
class Answer:
    address: str
    status: int
    fields: list  # of names in lower case and values
    body: str

    def all(self, name):
        return [value for key, value in self.fields if key == name.lower()]

    def field(self, name):
        return ", ".join(self.all(name))

    @property
    def location(self):
        return self.field("location")


class Form(HTMLParser):
    """The first form of a page: where it goes, and its fields."""

    def __init__(self, page):
        super().__init__()
        self.action, self.fields, self.types, self.buttons = "", {}, {}, []
        self.open = self.found = False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and not self.found:
            self.action, self.open, self.found = attributes.get("action", ""), True, True
        elif self.open and tag == "input" and attributes.get("name"):
            self.fields[attributes["name"]] = attributes.get("value", "")
            self.types[attributes["name"]] = attributes.get("type", "text")
        elif self.open and tag == "button" and attributes.get("name"):
            self.buttons.append((attributes["name"], attributes.get("value", "")))

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = False


class Browser:
    """As Chromium does on a loopback address, it keeps Secure and __Host- cookies over http.

    Ports count as hosts here: each program stands for a website with a host of its own.
    """

    def __init__(self):
        self.jars = {}

    def jar(self, address):
        return self.jars.setdefault(urlsplit(address).netloc, {})

    def cookies(self, address, method="GET", cross_site=False, navigation=True):
        """The Cookie field of a request, by the rules of SameSite."""
        pairs = []
        for name, cookie in self.jar(address).items():
            kind = cookie.same_site
            if cross_site and kind != "none":
                young = kind == "" and time.time() - cookie.born < 120  # Chromium's "Lax + POST"
                if not navigation or kind == "strict" or (method != "GET" and not young):
                    continue
            pairs.append(f"{name}={cookie.value}")
        return "; ".join(pairs)

    def send(self, address, method="GET", body=None, fields=None, cookies=None, cross_site=False, navigation=True):
        """One request, without following where the answer leads.

        fields replaces or, with None as a value, leaves out fields of a browser; cookies replaces the jar's.
        """
        parts = urlsplit(address)
        site = "cross-site" if cross_site else "same-origin"
        sent = {
            "Host": parts.netloc, "Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "en",
            "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
            "Cookie": cookies if cookies is not None else self.cookies(address, method, cross_site, navigation)}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            sent["Origin"] = "https://other.example" if cross_site else f"{parts.scheme}://{parts.netloc}"
        sent.update(fields or {})
        target = parts.path or "/"
        if parts.query:
            target += "?" + parts.query
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=TIMEOUT)
        try:
            connection.request(
                method, target, body, {name: value for name, value in sent.items() if value not in (None, "")})
            reply = connection.getresponse()
            answer = Answer(
                address, reply.status, [(name.lower(), value) for name, value in reply.getheaders()],
                reply.read().decode("utf-8", "replace"))
        finally:
            connection.close()
        self.keep(answer, third_party=cross_site and not navigation)
        return answer

    def keep(self, answer, third_party=False):
        jar = self.jar(answer.address)
        for line in answer.all("set-cookie"):
            pair, *rest = line.split(";")
            name, _, value = pair.strip().partition("=")
            attributes = {}
            for part in rest:
                key, _, text = part.strip().partition("=")
                attributes[key.lower()] = text
            if len(name) + len(value) > MAXIMUM_COOKIE:
                continue
            if third_party and attributes.get("samesite", "").lower() != "none":
                continue
            if self.is_over(attributes):
                jar.pop(name, None)
            else:
                jar[name] = Cookie(value, line, attributes.get("samesite", "").lower(), time.time())

    @staticmethod
    def is_over(attributes):
        if "max-age" in attributes:
            return int(attributes["max-age"]) <= 0
        if "expires" in attributes:
            return parsedate_to_datetime(attributes["expires"].replace("-", " ")).timestamp() <= time.time()
        return False

    def plant(self, address, name, value):
        self.jar(address)[name] = Cookie(value, "", "", time.time())

    def follow(self, answer, until=None, limit=12):
        """Goes where redirects lead, up to an address that begins with until; gives the last answer and the address.

        With until, that address is not opened.
        """
        for _ in range(limit):
            if answer.status not in (301, 302, 303, 307, 308) or not answer.location:
                return answer, answer.address
            target = urljoin(answer.address, answer.location)
            if until and target.startswith(until):
                return answer, target
            if not urlsplit(target).netloc.startswith(("127.0.0.1:", "localhost:")):
                return answer, target
            answer = self.send(target)
        return answer, answer.address

    def submit(self, answer, **values):
        form = Form(answer.body)
        return self.send(urljoin(answer.address, form.action or answer.address), "POST",
                         urlencode({**form.fields, **values}))
