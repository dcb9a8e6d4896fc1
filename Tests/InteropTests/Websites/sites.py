# SPDX-License-Identifier: Apache-2.0
"""The programs that are compared: one authorization server, our website, and Apache with mod_auth_openidc."""
import json
import os
import pwd
import re
import secrets
import shutil
import socket
import subprocess
import time
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

from browser import Browser

APACHE = "/usr/sbin/apache2"
MODULES = Path("/usr/lib/apache2/modules")
PASSWORD = "correct horse battery staple"
USERS = ("alice", "bob")


def missing():
    """What has to be installed first; None if all is there."""
    absent = [str(path) for path in (Path(APACHE), MODULES / "mod_auth_openidc.so") if not path.is_file()]
    return ", ".join(absent) or None


def module_version():
    found = re.search(rb"mod_auth_openidc-(\d+\.\d+\.\d+)", (MODULES / "mod_auth_openidc.so").read_bytes())
    return found[1].decode() if found else "of an unknown version"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(address, process, log):
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit(f"compare: {Path(process.args[0]).name} ended: {log.read_text(errors='replace')[-2000:]}")
        try:
            with urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"compare: nothing answers at {address}")


class Program:
    """A process that ends with the comparison."""
    process = None

    def run(self, arguments, log, **options):
        with open(log, "ab") as file:
            self.process = subprocess.Popen(arguments, stdout=file, stderr=file, **options)

    def stop(self):
        if not self.process or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Provider(Program):
    """coatcheckd, with two users and a client for each website."""

    def __init__(self, folder, bin_folder, sites):
        self.folder, self.program = folder, str(bin_folder / "coatcheckd")
        self.port = free_port()
        self.issuer = f"http://127.0.0.1:{self.port}"
        self.signed_in = {}
        clients = [dict(
            id=site.client, name=site.client, secret=site.secret, scopes=["openid"], consent="implied",
            redirectURIs=[site.callback], postLogoutRedirectURIs=[site.after_logout],
            backChannelLogoutURI=site.back_channel, frontChannelLogoutURI=site.front_channel) for site in sites]
        users = [{"id": f"u-{name}", "username": name, "password": PASSWORD} for name in USERS]
        (folder / "seed.json").write_text(json.dumps({"users": users, "clients": clients}))

    def start(self):
        log = self.folder / "provider.log"
        self.run([self.program, "serve", "--port", str(self.port), "--private-clients", "--seed", "seed.json",
                  "--database", "provider.sqlite", "--log-level", "warning"], log, cwd=self.folder)
        wait_for(self.issuer + "/.well-known/openid-configuration", self.process, log)

    def browser(self, user="alice", fresh=False):
        """A browser whose user is signed in at the provider and at no website; fresh ones share no session."""
        if fresh or user not in self.signed_in:
            browser = Browser()
            page = browser.follow(browser.send(self.issuer + "/account"))[0]
            page = browser.follow(browser.submit(page, username=user, password=PASSWORD))[0]
            if not page.address.startswith(self.issuer + "/account"):
                raise SystemExit(f"compare: {user} cannot sign in at the provider: {page.status} at {page.address}")
            if fresh:
                return browser
            self.signed_in[user] = browser.jar(self.issuer)
        browser = Browser()
        browser.jar(self.issuer).update(self.signed_in[user])
        return browser

    def forget(self, user):
        """The next browser of this user signs in with the password again."""
        self.signed_in.pop(user, None)


class Website(Program):
    """What the requests of the comparison need to know of a website."""
    name = client = session_cookie = flow_prefix = ""
    private = "/albums"
    takes_paths = True  # as the page after the sign-in; else whole addresses

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.secret = secrets.token_urlsafe(24)
        self.issuer = None

    def url(self, path):
        return self.origin + path

    def user_of(self, answer):
        """Who the private page was made for; None when it was not shown."""
        raise NotImplementedError


class Coatcheck(Website):
    name, client = "Coatcheck", "photos"
    session_cookie, flow_prefix = "__Host-coatcheck", "__Host-coatcheck-flow-"

    def __init__(self, folder, bin_folder):
        super().__init__(folder)
        self.program = str(bin_folder / "WebsiteExample")
        self.callback = self.url("/auth/callback/work")
        self.after_logout = self.url("/auth/logged-out")
        self.back_channel = self.url("/auth/back-channel/work")
        self.front_channel = self.url("/auth/front-channel/work")
        self.initiate = self.url("/auth/initiate")
        self.session_document = self.url("/auth/session")
        self.logout_page = self.url("/auth/logout")

    def start(self, issuer):
        self.issuer = issuer
        key = self.folder / "web.key"
        key.touch(0o600)
        key.write_bytes(secrets.token_bytes(32))
        log = self.folder / "site.log"
        self.run([self.program], log, cwd=self.folder, env={
            **os.environ, "SITE_PORT": str(self.port), "SITE_ISSUER": issuer, "SITE_SECRET": self.secret})
        wait_for(self.url("/health"), self.process, log)

    def user_of(self, answer):
        found = re.fullmatch(r"Albums of u-(\w+)", answer.body) if answer.status == 200 else None
        return found and found[1]

    def login(self, return_to):
        return self.url("/auth/login?return_to=" + quote(return_to, safe=""))

    def log_out(self, browser, return_to=None, **options):
        """Signs out as a page of the site does."""
        body = "return_to=" + quote(return_to, safe="") if return_to is not None else ""
        return browser.send(self.logout_page, "POST", body, **options)


class Apache(Website):
    client, session_cookie, flow_prefix = "apache", "mod_auth_openidc_session", "mod_auth_openidc_state_"
    takes_paths = False

    def __init__(self, folder):
        super().__init__(folder)
        self.name = f"mod_auth_openidc {module_version()}"
        own = self.callback = self.initiate = self.url("/redirect_uri")
        self.after_logout = self.url("/")
        self.back_channel = own + "?logout=backchannel"
        self.front_channel = own + "?logout=get"
        self.session_document = own + "?info=json"
        self.logout_page = own + "?logout=" + quote(self.after_logout, safe="")

    def start(self, issuer):
        self.issuer = issuer
        pages = self.folder / "pages"
        pages.mkdir()
        (pages / "albums").write_text("the albums\n")
        (pages / "index.html").write_text("hello\n")
        os.chmod(self.folder, 0o755)
        modules = "".join(
            f"LoadModule {name}_module {MODULES}/mod_{name}.so\n"
            for name in ("mpm_event", "authn_core", "authz_core", "authz_user", "dir", "headers", "auth_openidc"))
        account = ""
        if os.getuid() == 0:
            user = pwd.getpwnam("www-data")
            account = f"User #{user.pw_uid}\nGroup #{user.pw_gid}\n"
        # Everything is the module's default but PKCE, which the provider requires.
        (self.folder / "apache.conf").write_text(f"""\
ServerRoot "{self.folder}"
ServerName 127.0.0.1
Listen 127.0.0.1:{self.port}
PidFile apache.pid
ErrorLog error.log
Mutex posixsem
{modules}{account}
DocumentRoot "{pages}"
DirectoryIndex index.html
OIDCProviderMetadataURL {issuer}/.well-known/openid-configuration
OIDCClientID {self.client}
OIDCClientSecret {self.secret}
OIDCRedirectURI {self.callback}
OIDCCryptoPassphrase {secrets.token_hex(24)}
OIDCPKCEMethod S256
<LocationMatch "^/(albums|redirect_uri)">
  AuthType openid-connect
  Require valid-user
</LocationMatch>
<Location "/albums">
  # The page is a file; this tells the comparison whom it was served to, and what a program behind Apache would read.
  Header set X-User "expr=%{{REMOTE_USER}}"
  Header set X-Claim "expr=%{{req:OIDC_CLAIM_sub}}"
</Location>
""")
        log = self.folder / "apache.log"
        self.run([APACHE, "-DFOREGROUND", "-f", str(self.folder / "apache.conf")], log)
        wait_for(self.url("/"), self.process, log)

    def user_of(self, answer):
        if answer.status != 200 or answer.body != "the albums\n":
            return None
        users = {answer.field("x-user").partition("@")[0], answer.field("x-claim")}
        return " or ".join(sorted(user.removeprefix("u-") for user in users))

    def login(self, return_to):
        return self.callback + f"?iss={quote(self.issuer, safe='')}&target_link_uri=" + quote(return_to, safe="")

    def log_out(self, browser, return_to=None, **options):
        """Signs out by the link of the manual, whose parameter is the page after it."""
        address = return_to if return_to is not None else self.after_logout
        return browser.send(self.callback + "?logout=" + quote(address, safe=""), **options)


class Stage:
    """All programs, in a folder that is removed in the end."""

    def __init__(self, folder, bin_folder):
        self.folder = folder
        homes = [folder / name for name in ("provider", "coatcheck", "apache")]
        for home in homes:
            home.mkdir()
        self.sites = [Coatcheck(homes[1], bin_folder), Apache(homes[2])]
        self.provider = Provider(homes[0], bin_folder, self.sites)

    def __enter__(self):
        os.chmod(self.folder, 0o755)
        try:
            self.provider.start()
            for site in self.sites:
                site.start(self.provider.issuer)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for program in (*self.sites, self.provider):
            program.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
