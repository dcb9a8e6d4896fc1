# SPDX-License-Identifier: Apache-2.0
# cloud.py USERINFO LOG FOLDER PORT…: moto, which stands in for AWS, on a free port of its own. It takes any ID token for the keys of a role.
import sys
from urllib.parse import parse_qs
import io
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

log = sys.argv[2]
cloud = DomainDispatcherApplication(create_backend_app)


def logged(environ, start):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)
    scheme = (environ.get("HTTP_AUTHORIZATION") or "none").split(" ")[0]
    what = parse_qs(body.decode(errors="replace")).get("Action", [environ["PATH_INFO"]])[0]

    def begin(status, *rest):
        with open(log, "a") as file:
            file.write(f"{what} {scheme} {status.split(' ')[0]}\n")
        return start(status, *rest)

    return cloud(environ, begin)


server = make_server("127.0.0.1", 0, logged, threaded=True)
print("listening", server.port, flush=True)
server.serve_forever()
