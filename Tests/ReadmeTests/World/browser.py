#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""browser.py ADDRESS: alice at a headless Chromium. She signs in and approves, until a page has no form any more.

It is $BROWSER for the first snippets of the guides. $SNIPPET_PASSWORD is her password; $SNIPPET_LOG gets what she saw.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

STEPS = 20
# What she does with a page: fills in what is empty and visible, and presses the button that goes on.
PAGE = """
const [name, password] = arguments;
const visible = e => e.offsetParent !== null;
const fields = [...document.querySelectorAll('input')].filter(visible);
for (const field of fields) {
  if (field.type === 'password') field.value = password;
  else if (['text', 'email', 'tel'].includes(field.type) && !field.value) field.value = name;
  else continue;
  field.dispatchEvent(new Event('input', {bubbles: true}));
}
const buttons = [...document.querySelectorAll('form button, form input[type=submit]')].filter(visible);
const wanted = buttons.find(b => /allow|approve|accept|grant/i.test(b.value + b.name)) || buttons[0];
return wanted ? [wanted.innerText || wanted.value] : [];
"""
PRESS = PAGE.replace("return wanted ? [wanted.innerText || wanted.value] : [];", "if (wanted) wanted.click();")


class Driver:
    def __init__(self, port, profile):
        self.base = f"http://127.0.0.1:{port}"
        reply = self.call("/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "acceptInsecureCerts": True,
            "goog:chromeOptions": {"binary": "/usr/bin/chromium", "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", f"--user-data-dir={profile}"]}}}})
        self.session = "/session/" + reply["sessionId"]

    def call(self, path, body=None, method=None):
        data = body and json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)["value"]

    def script(self, source):
        return self.call(self.session + "/execute/sync", {"script": source, "args": ["alice", os.environ["SNIPPET_PASSWORD"]]})


def main():
    log = open(os.environ["SNIPPET_LOG"], "a")
    driver = subprocess.Popen(["/usr/bin/chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    port = next(re.search(r"port (\d+)", line)[1] for line in driver.stdout if "started successfully" in line)
    with tempfile.TemporaryDirectory() as profile:
        browser = Driver(port, profile)
        try:
            browser.call(browser.session + "/url", {"url": sys.argv[1]})
            for _ in range(STEPS):
                print(browser.call(browser.session + "/url"), file=log, flush=True)
                pressed = browser.script(PAGE)
                print(pressed, browser.script("return document.body.innerText.slice(0, 300)"), file=log, flush=True)
                if not pressed:
                    break
                browser.script(PRESS)
                time.sleep(0.3)
        finally:
            browser.call(browser.session, method="DELETE")
            driver.terminate()
            driver.wait()


main()
