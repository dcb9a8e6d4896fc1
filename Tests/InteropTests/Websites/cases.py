# SPDX-License-Identifier: Apache-2.0
"""The requests: each case gives in few words what was observed at one website.

A case never asks which website it is: what differs between the two is in sites.py. Longer than 300 lines, since it is
one table.
"""
import base64
import json
import random
import threading
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit, urlunsplit

from browser import Browser, Form

CASES = []

# Other origins, and what a browser or a server may take for one. ORIGIN stands for the website's own.
ELSEWHERE = (
    "https://evil.example", "http://evil.example/albums", "//evil.example", "///evil.example", "////evil.example",
    "/\\evil.example", "\\\\evil.example", "/\\/evil.example", "/%09/evil.example", "/\t/evil.example",
    "\t//evil.example", " //evil.example", "https:evil.example", "https:/evil.example", "http:\\\\evil.example",
    "/%5cevil.example", "/%2fevil.example", "%2f%2fevil.example", "/..//evil.example", "/.//evil.example",
    "/albums/..//evil.example",
    "@evil.example", ".evil.example", "ORIGIN.evil.example/", "ORIGIN@evil.example/", "ORIGIN\\@evil.example/",
    "javascript:alert(1)", "data:text/html,x", "/%0d%0aLocation:%20https://evil.example",
    "/\r\nLocation: https://evil.example", "/%00//evil.example", "https://evil.example/?ORIGIN/albums",
    "https://evil.example#ORIGIN")

# Queries of the website's own private page.
OWN = ("q=a+b", "q=%25", "q=%2F%2F", "next=//evil.example/", "next=https://evil.example/", "a=1&a=2", "q=%E3%81%82",
       "q=%00", "code=7", "state=on&page=2", "q=%zz", "q='()*",
       *("q=" + "a" * (length - 2) for length in (1_000, 2_000, 3_000, 6_000)))

PATHS = (
    "//albums", "/./albums", "/%61lbums", "/albums/", "/albums//", "/ALBUMS", "/albums;x", "/albums%3Fx", "/albums?/health",
    "/%2e/albums", "/x/../albums", "/x/%2e%2e/albums", "/albums%00", "/albums%2f", "/albums/.", "/\\albums", "/%5calbums")


def case(row, done, wanted):
    def add(function):
        CASES.append((row, done, wanted, function))
        return function
    return add


class Scene:
    """One website and the provider, and the steps that most cases begin with."""

    def __init__(self, stage, site):
        self.provider, self.site = stage.provider, site

    def login(self, path):
        """The address at which the site's own pages let a user sign in and come back to a path."""
        return self.site.login(path if self.site.takes_paths else self.site.url(path))

    def begun(self, browser, path=None):
        """Opens a private page and signs in at the provider; the address of the callback, which is not opened."""
        answer = browser.send(self.site.url(path or self.site.private), cross_site=False)
        answer, address = browser.follow(answer, until=self.site.callback)
        if not address.startswith(self.site.callback):
            raise RuntimeError(f"{self.site.name} does not come to the callback: {answer.status} at {address[:200]}")
        return address

    def signed_in(self, browser=None, user="alice"):
        browser = browser or self.provider.browser(user)
        browser.send(self.begun(browser))
        if self.user(browser) != user:
            raise RuntimeError(f"{self.site.name} does not sign {user} in")
        return browser

    def user(self, browser, cookies=None):
        """Who is signed in; asked as a script does, so that no sign-in is begun by it."""
        return self.site.user_of(browser.send(
            self.site.url(self.site.private), cookies=cookies,
            fields={"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Accept": "*/*"}))

    def user_of_value(self, value):
        return self.user(Browser(), f"{self.site.session_cookie}={value}")

    def session(self, browser):
        return browser.jar(self.site.origin)[self.site.session_cookie].value

    def flows(self, browser):
        return [name for name in browser.jar(self.site.origin) if name.startswith(self.site.flow_prefix)]

    def where(self, answer):
        """The status, or where a redirect leads, as a browser reads it."""
        if not answer.location:
            return str(answer.status)
        return "to " + self.place(leads_to(answer.address, answer.location))

    def place(self, address):
        parts = urlsplit(address)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin == self.site.issuer:
            return "the provider"
        if origin == self.site.origin:
            return parts.path or "/"
        return parts.hostname or parts.scheme

    def outcome(self, browser, answer):
        user = self.user(browser)
        if not user and not answer.location and answer.status < 500:
            return "refused"  # by whatever page: its status has a row of its own
        return f"{self.where(answer)}, {signed(user)}"


def leads_to(base, location):
    """How a browser resolves a Location: it drops tabs and line ends, and a backslash is a slash."""
    text = "".join(character for character in location.strip() if character not in "\t\r\n").replace("\\", "/")
    scheme, colon, rest = text.partition(":")
    if colon and scheme.lower() in ("http", "https"):
        text = f"{scheme}://" + rest.lstrip("/")
    elif text.startswith("///"):
        text = "//" + text.lstrip("/")
    return urljoin(base, text)


def signed(user):
    return f"{user} is signed in" if user else "not signed in"


def yes(condition):
    return "yes" if condition else "no"


def changed(address, **values):
    """The address with other values of its query; None leaves one out."""
    parts = urlsplit(address)
    pairs = [(name, values.get(name, value)) for name, value in parse_qsl(parts.query, keep_blank_values=True)]
    pairs += [(name, value) for name, value in values.items() if name not in dict(pairs)]
    return urlunsplit(parts._replace(query=urlencode([pair for pair in pairs if pair[1] is not None])))


def value_of(address, name):
    return dict(parse_qsl(urlsplit(address).query))[name]


def claims(token):
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def attributes(line):
    """The attributes of a Set-Cookie that say who gets the cookie."""
    kept = [part.strip() for part in line.split(";")[1:]]
    return ", ".join(sorted(part for part in kept if not part.lower().startswith(("max-age", "expires"))))


def mutated(value, generator):
    """Another byte somewhere, but not at the end of a part: the last character of base64 has bits that mean nothing."""
    at = generator.choice([at for at in range(len(value) - 1) if value[at + 1] != "."])
    other = generator.choice([c for c in map(chr, range(0x21, 0x7F)) if c not in '";,\\' and c != value[at]])
    return value[:at] + other + value[at + 1:]


# The sign-in

@case("W-17", "open a private page, sign in, follow every redirect", "the page, by one round")
def plain(scene):
    browser = scene.provider.browser()
    rounds, answer = 0, browser.send(scene.site.url("/albums?page=2"))
    while answer.location and rounds < 10:
        target = urljoin(answer.address, answer.location)
        rounds += target.startswith(scene.site.callback)
        answer = browser.send(target, cross_site=target.startswith(scene.site.callback))
    end = answer.address.removeprefix(scene.site.origin)
    return f"{signed(scene.site.user_of(answer))}, at {end}, {rounds} callback"


@case("RFC 9700 §4.12", "status of the redirects to the provider and from the callback", "303")
def statuses(scene):
    browser = scene.provider.browser()
    answer, _ = browser.follow(browser.send(scene.site.url(scene.site.private)), until=scene.site.issuer)
    callback = browser.follow(answer, until=scene.site.callback)[1]
    return f"{answer.status}, {browser.send(callback).status}"


@case("RFC 9700 §2.1.1", "what the authorization request has", "PKCE with S256, state, nonce")
def request(scene):
    browser = scene.provider.browser()
    answer, _ = browser.follow(browser.send(scene.site.url(scene.site.private)), until=scene.site.issuer)
    names = dict(parse_qsl(urlsplit(answer.location).query))
    return ", ".join(f"{name} {len(names[name])}" if name != "code_challenge_method" else names[name] for name in (
        "code_challenge_method", "state", "nonce") if name in names)


@case("W-01", "the right callback in a browser without the cookie of the sign-in; then in the right one",
      "refused; signed in")
def other_browser(scene):
    right, wrong = scene.provider.browser(), Browser()
    callback = scene.begun(right)
    first = scene.outcome(wrong, wrong.send(callback))
    return f"{first}; then {scene.outcome(right, right.send(callback))}"


@case("W-01", "the right callback in a browser that has begun a sign-in of its own", "refused")
def other_flow(scene):
    right, wrong = scene.provider.browser(), scene.provider.browser("bob")
    callback = scene.begun(right)
    scene.begun(wrong)
    return scene.outcome(wrong, wrong.send(callback))


@case("W-01", "the same, with the value of its own cookie under the name of the other's", "refused")
def renamed_flow(scene):
    right, wrong = scene.provider.browser(), scene.provider.browser("bob")
    callback = scene.begun(right)
    scene.begun(wrong)
    own, = scene.flows(wrong)
    name, = scene.flows(right)
    wrong.plant(scene.site.origin, name, wrong.jar(scene.site.origin)[own].value)
    return scene.outcome(wrong, wrong.send(callback))


@case("W-02", "the sign-in's cookie as the session's, and the reverse", "neither is taken")
def swapped_cookies(scene):
    browser = scene.provider.browser()
    callback = scene.begun(browser)
    name, = scene.flows(browser)
    flow = browser.jar(scene.site.origin)[name].value
    first = signed(scene.user_of_value(flow))
    other = scene.signed_in()
    fresh = Browser()
    fresh.plant(scene.site.origin, name, scene.session(other))
    return f"{first}; {scene.outcome(fresh, fresh.send(callback))}"


@case("RFC 9207", "callback with the `iss` of another provider", "refused")
def wrong_issuer(scene):
    browser = scene.provider.browser()
    return scene.outcome(browser, browser.send(changed(scene.begun(browser), iss="https://evil.example")))


@case("RFC 9207", "callback without `iss`, though the provider announces one", "refused")
def no_issuer(scene):
    browser = scene.provider.browser()
    return scene.outcome(browser, browser.send(changed(scene.begun(browser), iss=None)))


@case("W-03", "callback again in the same browser", "sent on, still signed in")
def again(scene):
    browser = scene.provider.browser()
    callback = scene.begun(browser)
    browser.send(callback)
    return scene.outcome(browser, browser.send(callback))


@case("W-03", "callback again with the cookies of before the first (a copy of the browser)", "refused")
def again_elsewhere(scene):
    browser, copy = scene.provider.browser(), Browser()
    callback = scene.begun(browser)
    copy.jar(scene.site.origin).update(browser.jar(scene.site.origin))
    browser.send(callback)
    first = scene.outcome(copy, copy.send(callback))
    return f"{first}; the first: {signed(scene.user(browser))}"


@case("W-03", "two copies of one callback at once", "one session")
def at_once(scene):
    browser = scene.provider.browser()
    callback = scene.begun(browser)
    copies = [Browser(), Browser()]
    for copy in copies:
        copy.jar(scene.site.origin).update(browser.jar(scene.site.origin))
    threads = [threading.Thread(target=copy.send, args=(callback,)) for copy in copies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return f"{sum(scene.user(copy) is not None for copy in copies)} signed in"


@case("W-04", "callback with `state` twice; with `code` twice, the right one first; the right one last", "400 each time")
def doubled(scene):
    seen = []
    for change in (lambda address: address + "&state=other", lambda address: address + "&code=other",
                   lambda address: address.replace("?", "?code=other&", 1)):
        browser = scene.provider.browser()
        seen.append(scene.outcome(browser, browser.send(change(scene.begun(browser)))))
    return "; ".join(seen)


@case("W-04", "callback with `code` and `error`", "refused")
def code_and_error(scene):
    browser = scene.provider.browser()
    return scene.outcome(browser, browser.send(scene.begun(browser) + "&error=access_denied"))


@case("W-04", "callback with %00, with %FF, with %zz after the code", "400 each time")
def odd_bytes(scene):
    seen = []
    for odd in ("%00", "%FF", "%zz"):
        browser = scene.provider.browser()
        callback = scene.begun(browser)
        code = value_of(callback, "code")
        seen.append(scene.outcome(browser, browser.send(callback.replace(code, code + odd))))
    return "; ".join(seen)


@case("W-04", "callback with 7,000 bytes, with 60,000, with 1,000,000 in one more parameter",
      "4xx for what is too long, no 5xx")
def long_query(scene):
    seen = []
    for length in (7_000, 60_000, 1_000_000):
        browser = scene.provider.browser()
        callback = scene.begun(browser)
        try:
            answer = browser.send(callback + "&x=" + "a" * length)
        except OSError:
            seen.append("connection closed")
            continue
        seen.append(scene.outcome(browser, answer))
    return "; ".join(seen)


@case("W-06", "callback with the right state and `error_description=<script>…`", "escaped or not shown; CSP")
def reflected(scene):
    browser = scene.provider.browser()
    text = "<script>alert(1)</script>"
    callback = changed(scene.begun(browser), code=None, error="access_denied", error_description=text)
    answer = browser.send(callback)
    shown = "as it is" if text in answer.body else "escaped" if "alert(1)" in answer.body else "not shown"
    policy = "CSP" if answer.field("content-security-policy") else "no CSP"
    return f"{scene.outcome(browser, answer)}; {shown}; {policy}"


@case("W-06", "status of the page: the provider refused; the state is not this browser's", "4xx")
def refusal_status(scene):
    browser = scene.provider.browser()
    answer = browser.send(changed(scene.begun(browser), code=None, error="access_denied"))
    return f"{answer.status}; {Browser().send(scene.begun(browser)).status}"


@case("W-06", "a script as `error_description`, without the cookie of the sign-in", "not shown")
def reflected_blind(scene):
    browser = Browser()
    text = "<script>alert(1)</script>"
    answer = browser.send(scene.site.callback + "?" + urlencode(
        {"state": "x", "error": "access_denied", "error_description": text}))
    return f"{scene.outcome(browser, answer)}; " + (
        "as it is" if text in answer.body else "escaped" if "alert(1)" in answer.body else "not shown")


@case("W-08", "two tabs begin; the second finishes, then the first", "each on its own page")
def two_tabs(scene):
    browser = scene.provider.browser()
    first, second = scene.begun(browser, "/albums?tab=1"), scene.begun(browser, "/albums?tab=2")
    seen = []
    for callback in (second, first):
        answer = browser.send(callback)
        seen.append(leads_to(answer.address, answer.location).removeprefix(scene.site.origin) if answer.location
                    else str(answer.status))
    return f"to {seen[0]}, then to {seen[1]}; {signed(scene.user(browser))}"


@case("W-08", "two tabs as two users: alice finishes, then bob", "bob alone")
def two_users(scene):
    browser = scene.provider.browser("alice")
    first = scene.begun(browser)
    browser.jars[urlsplit(scene.site.issuer).netloc] = scene.provider.browser("bob").jar(scene.site.issuer)
    second = scene.begun(browser)
    browser.send(first)
    browser.send(second)
    return signed(scene.user(browser))


@case("W-09", "20 sign-ins begun in one signed-in browser, none finished",
      "8 cookies at most, field under 8 KB, session kept")
def many_flows(scene):
    browser = scene.signed_in()
    session = scene.session(browser)
    del browser.jar(scene.site.origin)[scene.site.session_cookie]
    answers = []
    for number in range(20):
        answer = browser.send(scene.site.url(f"/albums?{number}"))
        answers.append(browser.follow(answer, until=scene.site.issuer)[0])
    browser.plant(scene.site.origin, scene.site.session_cookie, session)
    length = len(browser.cookies(scene.site.origin))
    return (f"{len(scene.flows(browser))} cookies, field {length / 1000:.0f} KB, the 20th {scene.where(answers[-1])}, "
            f"{signed(scene.user(browser))}")


@case("W-09", "of 20 begun, the 20th is finished", "signed in")
def last_of_many(scene):
    browser = scene.provider.browser()
    for number in range(19):
        browser.follow(browser.send(scene.site.url(f"/albums?{number}")), until=scene.site.issuer)
    answer, address = browser.follow(browser.send(scene.site.url(scene.site.private)), until=scene.site.callback)
    if not address.startswith(scene.site.callback):
        return f"cannot begin: {answer.status}"
    return scene.outcome(browser, browser.send(address))


# Cookies

@case("W-12", "a made-up session cookie is there before the sign-in",
      "another value after it; the made-up one is not signed in")
def planted(scene):
    browser = scene.provider.browser()
    value = "A" * 43
    browser.plant(scene.site.origin, scene.site.session_cookie, value)
    browser.send(scene.begun(browser))
    return (f"{signed(scene.user(browser))}, new value: {yes(scene.session(browser) != value)}; "
            f"made-up: {signed(scene.user_of_value(value))}")


@case("W-12", "an attacker's signed-in value (bob's) is planted while alice's sign-in is on its way",
      "the planted value never becomes alice's")
def planted_session(scene):
    attacker, victim = scene.signed_in(user="bob"), scene.provider.browser()
    value = scene.session(attacker)
    callback = scene.begun(victim)
    victim.plant(scene.site.origin, scene.site.session_cookie, value)
    victim.send(callback)
    return (f"{signed(scene.user(victim))}, new value: {yes(scene.session(victim) != value)}; "
            f"planted: {signed(scene.user_of_value(value))}")


@case("W-13", "alice signs in again in the same browser", "another value; the one before is over")
def renewed(scene):
    browser = scene.signed_in()
    before = scene.session(browser)
    answer = browser.follow(browser.send(scene.login("/")), until=scene.site.callback)[1]
    browser.send(answer)
    return f"new value: {yes(scene.session(browser) != before)}; before: {signed(scene.user_of_value(before))}"


@case("W-14", "two session cookies, the right one first; the right one last", "signed out both times")
def two_cookies(scene):
    value, name = scene.session(scene.signed_in()), scene.site.session_cookie
    other = "A" * len(value)
    return "; ".join(signed(scene.user(Browser(), f"{name}={a}; {name}={b}")) for a, b in ((value, other), (other, value)))


@case("W-14", "session cookie of 7 KB; of 64 KB; of bytes that are no UTF-8; 1,000 cookies", "4xx at most")
def odd_cookies(scene):
    name, seen = scene.site.session_cookie, []
    many = "; ".join(f"c{number}=1" for number in range(1000))
    for field in (f"{name}=" + "a" * 7_000, f"{name}=" + "a" * 64_000, f"{name}=\xff\xfe\xc3", many):
        try:
            browser = Browser()
            answer = browser.send(scene.site.url(scene.site.private), cookies=field)
            begins = answer.location and scene.where(answer) in ("to /auth/login", "to the provider")
            seen.append("to the sign-in" if begins else scene.where(answer))
        except OSError:
            seen.append("connection closed")
    return "; ".join(seen)


@case("W-16", "attributes of the session cookie (http on loopback)", "`__Host-`, HttpOnly, SameSite=Lax, Secure")
def session_attributes(scene):
    browser = scene.signed_in()
    line = browser.jar(scene.site.origin)[scene.site.session_cookie].line
    prefix = "`__Host-`" if line.startswith("__Host-") else "no prefix"
    return f"{prefix}, {attributes(line)}"


@case("W-16", "Set-Cookie lines of the answer to a session cookie that is over: how many, of how many cookies",
      "one, or none")
def removal(scene):
    browser = Browser()
    browser.plant(scene.site.origin, scene.site.session_cookie, "A" * 43)
    lines = browser.send(scene.site.url(scene.site.private)).all("set-cookie")
    kept = [line for line in lines if not line.startswith(scene.site.flow_prefix)]
    return f"{len(kept)}, of {len({line.partition('=')[0] for line in kept})}"


@case("W-16", "how long a browser keeps the session cookie", "as long as the session, or less")
def session_age(scene):
    line = scene.signed_in().jar(scene.site.origin)[scene.site.session_cookie].line
    ages = [part.strip() for part in line.split(";")[1:] if part.strip().lower().startswith(("max-age", "expires"))]
    return ages[0] if ages else "until it is closed"


@case("W-16", "attributes of the cookie of a sign-in", "the same")
def flow_attributes(scene):
    browser = scene.provider.browser()
    scene.begun(browser)
    return attributes(browser.jar(scene.site.origin)[scene.flows(browser)[0]].line)


@case("W-16", "bytes of the session cookie's value, and of the Cookie field when signed in", "under 4,096")
def lengths(scene):
    browser = scene.signed_in()
    return f"{len(scene.session(browser))}; {len(browser.cookies(scene.site.origin))}"


@case("W-16", "500 changes of one byte of the session cookie", "none signed in, no 5xx")
def changed_session(scene):
    value, generator, inside, failed = scene.session(scene.signed_in()), random.Random(1), 0, 0
    for _ in range(500):
        answer = Browser().send(
            scene.site.url(scene.site.private), cookies=f"{scene.site.session_cookie}={mutated(value, generator)}")
        inside += scene.site.user_of(answer) is not None
        failed += answer.status >= 500
    return f"{inside} signed in, {failed} 5xx; then the right one: {signed(scene.user_of_value(value))}"


@case("W-16", "200 changes of one byte of the cookie of a sign-in, each with the right callback", "none signed in, no 5xx")
def changed_flow(scene):
    browser, generator, inside, failed = scene.provider.browser(), random.Random(2), 0, 0
    callback = scene.begun(browser)
    name, = scene.flows(browser)
    value = browser.jar(scene.site.origin)[name].value
    for _ in range(200):
        other = Browser()
        other.plant(scene.site.origin, name, mutated(value, generator))
        answer = other.send(callback)
        failed += answer.status >= 500
        inside += scene.site.session_cookie in other.jar(scene.site.origin)
    browser.send(callback)
    return f"{inside} signed in, {failed} 5xx; then the right one: {signed(scene.user(browser))}"


@case("W-16", "the last character of either cookie in its other 63 spellings: is one of them taken?", "no; no")
def last_character(scene):
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    session, browser = scene.session(scene.signed_in()), scene.provider.browser()
    callback = scene.begun(browser)
    name, = scene.flows(browser)
    flow = browser.jar(scene.site.origin)[name].value
    inside = [scene.user_of_value(session[:-1] + last) for last in alphabet if last != session[-1]]
    finished = []
    for last in alphabet.replace(flow[-1], ""):
        other = Browser()
        other.plant(scene.site.origin, name, flow[:-1] + last)
        other.send(callback)
        finished.append(scene.site.session_cookie in other.jar(scene.site.origin))
    return f"session: {yes(any(inside))}; sign-in: {yes(any(finished))}"


# Addresses

def own_and_other(scene, addresses):
    """How many addresses lead off the website; and how many answers are 5xx."""
    away = sorted({scene.place(address) for address, status in addresses
                   if address and scene.place(address) not in ("the provider",)
                   and not address.startswith((scene.site.origin + "/", scene.site.issuer))})
    failed = sum(status >= 500 for _, status in addresses)
    return f"{len(addresses)} given, {'none leads away' if not away else 'to ' + ', '.join(away)}, {failed} 5xx"


@case("W-18", "addresses elsewhere as the page after the sign-in", "own origin each time, no 5xx")
def return_addresses(scene):
    ends = []
    for text in ELSEWHERE:
        browser = scene.provider.browser()
        answer = browser.send(scene.site.login(text.replace("ORIGIN", scene.site.origin)))
        if answer.location and leads_to(answer.address, answer.location).startswith(scene.site.issuer):
            answer, address = browser.follow(answer, until=scene.site.callback)
            answer = browser.send(address)
        ends.append((answer.location and leads_to(answer.address, answer.location), answer.status))
    return own_and_other(scene, ends)


@case("W-18", f"{len(OWN)} addresses of the site's own: does the user come back to them?", "all but very long ones")
def own_addresses(scene):
    lost = []
    for query in OWN:
        browser = scene.provider.browser()
        try:
            answer = browser.send(scene.begun(browser, "/albums?" + query))
        except RuntimeError:
            answer = None
        target = answer and answer.location and leads_to(answer.address, answer.location)
        if target != scene.site.url("/albums?" + query):
            end = scene.place(target) if target else "no sign-in"
            lost.append(f"{query if len(query) < 100 else f'{len(query):,} bytes'} ({end})")
    return "all" if not lost else "not: " + ", ".join(lost)


@case("W-18", "addresses elsewhere as the page after signing out, signed in", "own origin or the provider, no 5xx")
def logout_addresses(scene):
    browser, ends = scene.signed_in(), []
    for text in ELSEWHERE:
        if not scene.user(browser):
            browser = scene.signed_in()
        answer = scene.site.log_out(browser, text.replace("ORIGIN", scene.site.origin))
        target = answer.location and leads_to(answer.address, answer.location)
        if target and target.startswith(scene.site.issuer):
            # Where the provider would send the browser back to, and where that leads; the session there goes on.
            names = dict(parse_qsl(urlsplit(target).query))
            target = leads_to(answer.address, names.get("post_logout_redirect_uri", scene.site.origin + "/"))
            if target.startswith(scene.site.origin + "/"):
                back = browser.send(changed(target, state=names.get("state")), cross_site=True)
                target = leads_to(target, back.location) if back.location else target
        ends.append((target, answer.status))
    return own_and_other(scene, ends)


@case("W-19", "the callback's own address as the page after the sign-in, with a state and a code of others", "no loop")
def return_to_callback(scene):
    browser = scene.provider.browser()
    path = scene.site.callback.removeprefix(scene.site.origin) + "?state=x&code=y"
    answer = browser.send(scene.login(path))
    answer, address = browser.follow(answer, until=scene.site.callback + "?code")
    if address.startswith(scene.site.callback):
        answer = browser.send(address)
    first = scene.outcome(browser, answer)
    last = browser.follow(answer)[0]
    return f"{first}; ends at {scene.place(last.address)} ({last.status})"


@case("W-21", "another site's page begins a sign-in: unknown issuer; page after it elsewhere", "400; own origin")
def initiated(scene):
    browser, seen = scene.provider.browser(), []
    for issuer, target in (("https://evil.example", scene.site.url("/")),
                           (scene.site.issuer, f"http://evil-127.0.0.1:{scene.site.port}/")):
        query = urlencode({"iss": issuer, "target_link_uri": target})
        answer = browser.send(f"{scene.site.initiate}?{query}", cross_site=True)
        if scene.where(answer) == "to the provider":
            answer = browser.send(browser.follow(answer, until=scene.site.callback)[1])
        seen.append(scene.outcome(browser, answer))
    return "; ".join(seen)


@case("W-21", "another site's page begins a sign-in while alice is signed in, and bob at the provider",
      "the session is not replaced without a question")
def initiated_signed_in(scene):
    browser = scene.signed_in()
    before = scene.session(browser)
    browser.jars[urlsplit(scene.site.issuer).netloc] = scene.provider.browser("bob").jar(scene.site.issuer)
    answer = browser.send(scene.site.initiate + "?" + urlencode(
        {"iss": scene.site.issuer, "target_link_uri": scene.site.url("/")}), cross_site=True)
    browser.follow(answer)
    return (f"{scene.where(answer)}, {signed(scene.user(browser))}, "
            f"value of before: {yes(scene.session(browser) == before)}")


@case("W-21", "another site's page links to the address of the site's own sign-in; users as before",
      "the session is not replaced without a question")
def login_link(scene):
    browser = scene.signed_in()
    before = scene.session(browser)
    browser.jars[urlsplit(scene.site.issuer).netloc] = scene.provider.browser("bob").jar(scene.site.issuer)
    browser.follow(browser.send(scene.login("/"), cross_site=True))
    return f"{signed(scene.user(browser))}, value of before: {yes(scene.session(browser) == before)}"


@case("W-22", "the provider refuses with `login_required`, five times", "a page each time, no redirect")
def refused(scene):
    browser, seen = scene.provider.browser(), []
    for _ in range(5):
        callback = changed(scene.begun(browser), code=None, error="login_required")
        seen.append(scene.outcome(browser, browser.send(callback)))
    return ", ".join(seen)


@case("W-22", "a browser that drops the session cookie opens a private page (stopped after 20 rounds)",
      "stops after 3 rounds with a page")
def loop(scene):
    browser, rounds = scene.provider.browser(), 0
    answer = browser.send(scene.site.url(scene.site.private))
    while answer.location and rounds < 20:
        target = urljoin(answer.address, answer.location)
        rounds += target.startswith(scene.site.callback)
        answer = browser.send(target)
        browser.jar(scene.site.origin).pop(scene.site.session_cookie, None)
    return f"{rounds} rounds, then {scene.where(answer)}"


# Kinds of request

def without_session(scene, method="GET", body=None, path=None, **fields):
    browser = Browser()
    fields = {name.replace("_", "-"): value for name, value in fields.items()}
    navigation = fields.get("Sec-Fetch-Mode") == "navigate"
    answer = browser.send(scene.site.url(path or scene.site.private), method, body, fields, navigation=navigation)
    answer = browser.follow(answer, until=scene.site.issuer)[0] if navigation and answer.location else answer
    return f"{scene.where(answer)}, {'a sign-in begun' if scene.flows(browser) else 'none begun'}"


@case("W-23", "`fetch` of a private page, signed out", "401, no sign-in begun")
def fetch(scene):
    return without_session(scene, Sec_Fetch_Mode="cors", Sec_Fetch_Dest="empty", Accept="*/*")


@case("W-23", "XMLHttpRequest with X-Requested-With, of a browser without Sec-Fetch fields", "401, no sign-in begun")
def xhr(scene):
    return without_session(scene, Sec_Fetch_Mode=None, Sec_Fetch_Dest=None, Sec_Fetch_Site=None, Accept="*/*",
                           X_Requested_With="XMLHttpRequest")


@case("W-23", "a program that accepts JSON only", "401, no sign-in begun")
def accepts_json(scene):
    return without_session(scene, Sec_Fetch_Mode=None, Sec_Fetch_Dest=None, Sec_Fetch_Site=None, Accept="application/json")


@case("W-23", "an image; a frame", "401, no sign-in begun")
def parts_of_pages(scene):
    image = without_session(scene, Sec_Fetch_Mode="no-cors", Sec_Fetch_Dest="image", Accept="image/*,*/*;q=0.8")
    return f"{image}; {without_session(scene, Sec_Fetch_Mode='navigate', Sec_Fetch_Dest='iframe')}"


@case("W-23", "a prefetch of a private page", "no sign-in begun")
def prefetch(scene):
    return without_session(scene, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="document", Sec_Purpose="prefetch")


@case("W-23", "HEAD; OPTIONS", "401, no sign-in begun")
def other_methods(scene):
    return f"{without_session(scene, 'HEAD')}; {without_session(scene, 'OPTIONS', Accept='*/*')}"


@case("W-24", "POST of a form to a private page after the session ended", "401 page, nothing kept")
def post(scene):
    return without_session(scene, "POST", "text=hello", Sec_Fetch_Mode="navigate")


@case("W-26", "X-Forwarded-Host, -Proto, -Port and Forwarded of evil.example on the whole sign-in", "nothing leads there")
def forwarded(scene):
    fields = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-Port": "444",
              "X-Forwarded-For": "192.0.2.1", "Forwarded": "host=evil.example;proto=https"}
    browser, seen = scene.provider.browser(), []
    answer = browser.send(scene.site.url(scene.site.private), fields=fields)
    while answer.location and len(seen) < 8:
        target = urljoin(answer.address, answer.location)
        seen.append("evil.example" in target)
        answer = browser.send(target, fields={} if target.startswith(scene.site.issuer) else fields)
    return f"{sum(seen)} of the redirects name it; {signed(scene.site.user_of(answer))}"


@case("W-26", "Host: evil.example when a private page is opened", "nothing leads there")
def other_host(scene):
    browser = scene.provider.browser()
    answer = browser.send(scene.site.url(scene.site.private), fields={"Host": "evil.example"})
    answer, address = browser.follow(answer, until=scene.site.callback)
    if address.startswith(scene.site.callback):
        answer = browser.send(address)
    return scene.where(answer)


@case("W-27", "X-Forwarded-User, X-Remote-User, Remote-User, OIDC_CLAIM_sub, X-Auth-Request-User, signed out; as alice",
      "not signed in; alice")
def identity_fields(scene):
    fields = {name: "bob" for name in (
        "X-Forwarded-User", "X-Remote-User", "Remote-User", "OIDC_CLAIM_sub", "OIDC-CLAIM-sub", "X-Auth-Request-User")}
    address = scene.site.url(scene.site.private)
    seen = [scene.site.user_of(browser.send(address, fields=fields)) for browser in (Browser(), scene.signed_in())]
    return "; ".join(signed(user) for user in seen)


@case("W-28", f"{len(PATHS)} spellings of the path of a private page, signed out", "no spelling shows it")
def spellings(scene):
    shown = [path for path in PATHS if scene.site.user_of(Browser().send(scene.site.url(path))) is not None
             or "lbums" in Browser().send(scene.site.url(path)).body.partition("</title>")[0]]
    return f"{len(shown)} show it"


@case("W-29", "Cache-Control and Vary of a private page, signed in", "no-store or private; Cookie")
def caching(scene):
    answer = scene.signed_in().send(scene.site.url(scene.site.private))
    return f"{answer.field('cache-control') or 'none'}; Vary: {answer.field('vary') or 'none'}"


@case("W-29", "Cache-Control of the redirect to the provider, and of the callback's answer", "no-store")
def caching_redirects(scene):
    browser = scene.provider.browser()
    answer = browser.follow(browser.send(scene.site.url(scene.site.private)), until=scene.site.issuer)[0]
    callback = browser.send(browser.follow(answer, until=scene.site.callback)[1])
    return f"{answer.field('cache-control') or 'none'}; {callback.field('cache-control') or 'none'}"


@case("W-47", "Referrer-Policy of the callback's answers: signed in; refused", "no-referrer")
def referrer(scene):
    browser = scene.provider.browser()
    callback = scene.begun(browser)
    return "; ".join(answer.field("referrer-policy") or "none" for answer in (
        browser.send(callback), Browser().send(callback)))


# Signing out

@case("W-31", "signing out as the site's own page does", "signed out")
def own_logout(scene):
    browser = scene.signed_in()
    scene.site.log_out(browser)
    return signed(scene.user(browser))


@case("W-31", "another site's page: an image of the logout address; a link to it", "still signed in")
def foreign_get(scene):
    seen = []
    for navigation, kind in ((False, "image"), (True, "document")):
        browser = scene.signed_in()
        fields = {"Sec-Fetch-Dest": kind, "Sec-Fetch-Mode": "navigate" if navigation else "no-cors"}
        browser.send(scene.site.logout_page, fields=fields, cross_site=True, navigation=navigation)
        seen.append(signed(scene.user(browser)))
    return "; ".join(seen)


@case("W-31", "a page of a sibling subdomain: an image; a form", "still signed in")
def sibling(scene):
    seen = []
    for method, kind, mode in (("GET", "image", "no-cors"), ("POST", "document", "navigate")):
        browser = scene.signed_in()
        body = "a=b" if method == "POST" else None
        fields = {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": kind, "Sec-Fetch-Mode": mode,
                  "Origin": "http://other.127.0.0.1" if body else None}
        browser.send(scene.site.logout_page, method, body, fields)
        seen.append(signed(scene.user(browser)))
    return "; ".join(seen)


@case("W-31", "another site's page: a form to the logout address", "still signed in")
def foreign_post(scene):
    browser = scene.signed_in()
    browser.send(scene.site.logout_page, "POST", "a=b", cross_site=True)
    return signed(scene.user(browser))


@case("W-32", "signing out, and the browser never opens the provider's logout page; then the old cookie",
      "over on the server")
def old_cookie(scene):
    browser = scene.signed_in()
    value = scene.session(browser)
    answer = scene.site.log_out(browser)
    return f"{scene.where(answer)}; old cookie: {signed(scene.user_of_value(value))}"


@case("W-32", "signing out, all redirects followed; then the private page", "signed out at the provider, too")
def whole_logout(scene):
    browser = scene.signed_in(scene.provider.browser(fresh=True))
    answer, address = browser.follow(scene.site.log_out(browser))
    page = browser.follow(browser.send(scene.site.url(scene.site.private)))[0]
    asked = "the provider asks for the password" if page.address.startswith(scene.site.issuer + "/login") else signed(
        scene.site.user_of(page))
    return f"ends at {scene.place(address)} ({answer.status}); {asked}"


def id_token(scene, provider_jar):
    """The ID token of another sign-in with the same session at the provider, which the site sends there itself."""
    other = Browser()
    other.jar(scene.site.issuer).update(provider_jar)
    answer = scene.site.log_out(scene.signed_in(other))
    return value_of(answer.location, "id_token_hint")


def after_front_channel(scene, cross_site=False, **change):
    browser = scene.provider.browser()
    sid = claims(id_token(scene, browser.jar(scene.site.issuer)))["sid"]
    scene.signed_in(browser)
    names = {"iss": scene.site.issuer, "sid": sid, **change}
    query = urlencode({name: value for name, value in names.items() if value is not None})
    address = scene.site.front_channel + ("&" if "?" in scene.site.front_channel else "?") + query
    answer = browser.send(
        address, fields={"Sec-Fetch-Dest": "iframe"}, cross_site=cross_site, navigation=not cross_site)
    return f"{answer.status}, {signed(scene.user(browser))}"


@case("W-33", "front-channel logout with the right `iss` and `sid`", "200, signed out")
def front_channel(scene):
    return after_front_channel(scene)


@case("W-33", "front-channel logout in a frame of another site, whose browser sends no cookie", "200; nothing has to end")
def front_channel_frame(scene):
    return after_front_channel(scene, cross_site=True)


@case("W-33", "front-channel logout with another `iss`; with another `sid`; with neither", "200, still signed in")
def front_channel_wrong(scene):
    return "; ".join(after_front_channel(scene, **change) for change in (
        {"iss": "https://evil.example"}, {"sid": "other"}, {"iss": None, "sid": None}))


@case("W-37", "logout at the provider: two browsers of its session, and a third with another session of the user",
      "the two end, the third stays")
def back_channel(scene):
    first = scene.provider.browser(fresh=True)
    second = Browser()
    second.jar(scene.site.issuer).update(first.jar(scene.site.issuer))
    third = scene.signed_in(scene.provider.browser(fresh=True))
    values = [scene.session(scene.signed_in(browser)) for browser in (first, second)]
    page = first.send(scene.site.issuer + "/logout")
    button = dict(Form(page.body).buttons[:1])
    first.submit(page, **button)
    return "; ".join(signed(user) for user in (*map(scene.user_of_value, values), scene.user(third)))


@case("W-34", "logout token: none; no JWT; unsigned; an ID token in its place", "400 each time, nothing ends")
def logout_tokens(scene):
    browser = scene.signed_in()
    token = id_token(scene, browser.jar(scene.site.issuer))
    events = {"http://schemas.openid.net/event/backchannel-logout": {}}
    content = claims(token)
    payload = {"iss": content["iss"], "aud": content["aud"], "sub": content["sub"], "sid": content["sid"], "jti": "1",
               "iat": content["iat"], "exp": content["exp"], "events": events}
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in ({"alg": "none"}, payload)]
    bodies = ("", "logout_token=x", f"logout_token={'.'.join(parts)}.", f"logout_token={quote(token)}")
    seen = [str(Browser().send(scene.site.back_channel, "POST", body).status) for body in bodies]
    return f"{', '.join(seen)}; {signed(scene.user(browser))}"


@case("W-36", "back-channel logout by GET; with the content type text/plain; with a body of 10 MB", "405; 400 or 415; 413")
def back_channel_requests(scene):
    browser, seen = Browser(), []
    address = scene.site.back_channel
    for method, body, fields in (("GET", None, {}), ("POST", "logout_token=x", {"Content-Type": "text/plain"}),
                                 ("POST", "logout_token=" + "x" * 10_000_000, {})):
        try:
            seen.append(str(browser.send(address, method, body, fields).status))
        except OSError:
            seen.append("connection closed")
    return ", ".join(seen)


@case("W-49", "a script asks who is signed in: as it should; without X-CSRF; signed out", "200 without tokens; 403; 401")
def session_document(scene):
    browser, seen = scene.signed_in(), []
    for who, field in ((browser, "1"), (browser, None), (Browser(), "1")):
        answer = who.send(scene.site.session_document, fields={
            "X-CSRF": field, "Accept": "application/json", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"})
        held = ", with a token" if "eyJ" in answer.body or "access_token" in answer.body else ""
        seen.append(f"{answer.status}{held}")
    return "; ".join(seen)


# Last, since the provider is stopped and started again.

@case("W-42", "the provider is down: a signed-in user's page; a new sign-in; a callback on its way",
      "page; 503 or to the provider; 503")
def provider_down(scene):
    browser, waiting, new = scene.signed_in(), scene.provider.browser(), Browser()
    callback = scene.begun(waiting)
    scene.provider.stop()
    try:
        page = signed(scene.user(browser))
        begun = scene.where(new.follow(new.send(scene.site.url(scene.site.private)), until=scene.site.issuer)[0])
        answer = waiting.send(callback)
    finally:
        scene.provider.start()
    return f"{page}; {begun}; {scene.where(answer)}, {signed(scene.user(waiting))}"
