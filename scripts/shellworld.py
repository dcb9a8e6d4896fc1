# SPDX-License-Identifier: Apache-2.0
"""shellworld.py FOLDER: a machine for the shell lines of one page, where everything is at the place that pages name.

It is started in new namespaces of users, networks, mounts, names and processes (START), so that nothing here is seen by others and
all of it ends at once. alice (1000) is signed in, with an empty /home/alice; /etc/coatcheck, /etc/letsencrypt, /var/lib/coatcheck,
/backup and /tmp are hers and empty. The programs are in /usr/local/bin, as `make install` puts them. Each name of the job leads to
an address of this machine, 127.0.0.1 and up, in this order; the files CERTIFICATE and KEY are for these names, and the certificate
is trusted. All ports can be listened on. The rest is the machine that is here, and cannot be changed.

The job comes as JSON on standard input, and what was printed goes to standard output. A script runs in a terminal, which says
nothing by itself.
"""
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

START = ["unshare", "--user", "--map-root-user", "--net", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child",
         sys.executable, __file__]
USER = ["unshare", "--user", "--map-user=1000", "--map-group=1000", sys.executable, __file__, "--inside"]
HOME = "/home/alice"
# Seconds of the lines before all blocks.
PREPARING = 120
BASH = ["bash", "--noprofile", "--norc"]
CERTIFICATE, KEY = "/etc/world/certificate.pem", "/etc/world/key.pem"
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
PROGRAMS = ["coatcheck", "coatcheck-network", "coatcheckd", "coatcheck-standin"]
# What scripts/install-tools makes beside them.
LINKS = ["git-credential-coatcheck", "docker-credential-coatcheck", "kubectl-coatcheck", "terraform-credentials-coatcheck",
         "bazel-credential-coatcheck"]
# Its own folders, and alice's.
OWN = ["backup", "home", "tmp", "etc/coatcheck", "etc/letsencrypt", "etc/world", "var/lib/coatcheck", "var/tmp", "run/user/1000",
       "home/alice"]


def run(*command):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"shellworld: {' '.join(map(str, command))}: {done.stdout}")


def certificate(folder, hosts):
    """A certificate of an authority of its own, for the names, in folder."""
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    run(*new, "-subj", "/CN=authority", "-keyout", folder / "authority.key", "-out", folder / "authority.pem")
    names = ",".join(f"DNS:{host}" for host in hosts)
    run(*new, "-subj", f"/CN={hosts[0]}", "-addext", f"subjectAltName={names}", "-addext", "basicConstraints=critical,CA:FALSE",
        "-CA", folder / "authority.pem", "-CAkey", folder / "authority.key", "-keyout", folder / "key.pem", "-out",
        folder / "certificate.pem")


def link(new, name):
    """What is in a folder of the machine, except what is already in the new one."""
    for entry in Path("/", name).iterdir():
        path = new / name / entry.name
        if not path.exists() and not path.is_symlink():
            path.symlink_to(Path("/.host", name, entry.name))


def devices(folder):
    """Terminals of its own, and the devices that have no state. Those of disks are not there."""
    for name in ("null", "zero", "full", "random", "urandom", "tty"):
        (folder / name).touch()
        run("mount", "--bind", f"/dev/{name}", folder / name)
    for name, place in {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2", "ptmx": "pts/ptmx"}.items():
        (folder / name).symlink_to(place)
    (folder / "shm").mkdir(mode=0o1777)
    (folder / "pts").mkdir()
    run("mount", "-t", "devpts", "-o", "newinstance,ptmxmode=0666,mode=0620", "world", folder / "pts")


def build(new, job):
    """The files of the machine, below new."""
    run("mount", "-t", "tmpfs", "-o", "mode=755", "world", new)
    for name in [*OWN, ".host", "dev", "proc", "usr"]:
        (new / name).mkdir(parents=True, exist_ok=True)
    for name, line in ("passwd", f"alice:x:1000:1000::{HOME}:/bin/bash\n"), ("group", "alice:x:1000:\n"):
        (new / "etc" / name).write_text(line + Path("/etc", name).read_text())
    addresses = "".join(f"127.0.0.{number} {host}\n" for number, host in enumerate(job["hosts"], 1))
    (new / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n" + addresses)
    run("mount", "--rbind", "/usr", new / "usr")
    devices(new / "dev")
    if job["hosts"]:
        certificate(new / "etc/world", job["hosts"])
        run("mount", "--bind", new / "etc/world/authority.pem", TRUSTED)
    run("mount", "-t", "tmpfs", "-o", "mode=755", "world", new / "usr/local/bin")
    for name in PROGRAMS:
        (new / "usr/local/bin" / name).symlink_to(Path(job["build"], name))
    for name in LINKS:
        (new / "usr/local/bin" / name).symlink_to("coatcheck")
    (new / "usr/local/bin/python3").symlink_to(sys.executable)
    for name in ("usr/local/bin", "etc", "var/lib", "var", "run", "home", ""):
        link(new, name)
    for name in job["visible"]:
        path = new / name.lstrip("/")
        if not path.exists() and not any(parent.is_symlink() for parent in path.parents):
            path.mkdir(parents=True)
            run("mount", "--rbind", name, path)
    run("mount", "-t", "proc", "proc", new / "proc")


def protect():
    """Makes read-only, or hides, what is not of this machine alone."""
    # What is here belongs to the whole machine, also where it is reached from a namespace.
    for name in filter(os.path.exists, ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs"]):
        run("mount", "--bind", name, name)
    for name in ("dev", "proc", "sys"):
        run("mount", "-t", "tmpfs", "world", f"/.host/{name}")
    for line in Path("/proc/self/mounts").read_text().splitlines():
        source, place, _, options, *_ = line.split(" ")
        is_hidden = place.startswith(("/.host/dev", "/.host/proc", "/.host/sys"))
        if source != "world" and place != "/proc" and not place.startswith("/dev/") and not is_hidden:
            kept = ",".join(set(options.split(",")) & {"nosuid", "nodev", "noexec", "noatime", "relatime", "nodiratime"})
            run("mount", "-o", f"remount,bind,ro,{kept}".rstrip(","), place.encode().decode("unicode_escape"))


def main(folder):
    job = json.load(sys.stdin)
    run("ip", "link", "set", "lo", "up")
    new = Path(folder) / "root"
    new.mkdir()
    build(new, job)
    # The root of namespaces is changed, since a program that is merely shut into a folder may not make new ones.
    os.chdir(new)
    run("pivot_root", ".", ".host")
    os.chdir("/")
    Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").write_text("0")
    protect()
    Path("/etc/world/job.json").write_text(json.dumps(job))
    os.execvp(USER[0], USER)


def environment():
    return {
        "PATH": f"{HOME}/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": HOME, "USER": "alice", "LANG": "C.UTF-8",
        "TERM": "dumb", "NO_COLOR": "1", "XDG_RUNTIME_DIR": "/run/user/1000", "CERTIFICATE": CERTIFICATE, "KEY": KEY,
        "PRINTED": "/etc/world/printed"}


def prepare(text):
    """Runs what comes before all scripts; its programs go on. What was printed, and the status."""
    Path("/etc/world/script").write_text(text)
    with open("/etc/world/printed/first", "wb") as file:
        done = subprocess.run(
            ["timeout", str(PREPARING), *BASH, "/etc/world/script"], cwd=HOME, env=environment(), stdin=subprocess.DEVNULL,
            stdout=file, stderr=file)
    return {"printed": Path(file.name).read_text(errors="replace"), "status": done.returncode}


def perform(script):
    """Runs a script in a terminal of its own; what was printed, and the status."""
    Path("/etc/world/script").write_text(script["text"])
    child, terminal = pty.fork()
    if not child:
        # Neither what is typed nor the ends of lines are changed.
        modes = termios.tcgetattr(0)
        modes[1] &= ~termios.OPOST
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(0, termios.TCSANOW, modes)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))
        os.chdir(HOME)
        os.execve("/bin/bash", [*BASH, "/etc/world/script"], environment())
    os.write(terminal, script["typed"].encode())
    printed, status, has_ended, is_late, deadline = b"", None, False, False, time.monotonic() + script["limit"]
    while True:
        ready = select.select([terminal], [], [], 0.02)[0]
        try:
            data = os.read(terminal, 1 << 16) if ready else b""
        except OSError:
            data = b""
        printed += data
        if has_ended and (not data or is_late):
            break
        if not data and ready:
            time.sleep(0.02)
        status = reap(child, status)
        has_ended = status is not None
        if not has_ended and not is_late and time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            printed, is_late = printed + b"\n(it took too long)\n", True
    os.close(terminal)
    return {"printed": printed.decode(errors="replace"), "status": status}


def reap(child, status):
    """Takes the status of all processes that have ended: this one is the first of its namespace."""
    while True:
        try:
            ended, code = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if not ended:
            return status
        if ended == child:
            status = os.waitstatus_to_exitcode(code)


def inside():
    job = json.loads(Path("/etc/world/job.json").read_text())
    Path("/etc/world/printed").mkdir()
    for number, text in enumerate(job["printed"], 1):
        Path("/etc/world/printed", str(number)).write_text(text)
    os.chmod(f"{HOME}", 0o700)
    os.chmod("/run/user/1000", 0o700)
    (Path(HOME) / "bin").mkdir()
    for name, source in job["files"].items():
        shutil.copy(source, Path(HOME, "bin", name))
    json.dump([prepare(job["first"]), *map(perform, job["scripts"])], sys.stdout)
    sys.stdout.flush()


if __name__ == "__main__":
    inside() if sys.argv[1] == "--inside" else main(sys.argv[1])
