#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""authlib_service KEY-FILE: a service made of Authlib that signs its assertions with a key in a file.

Without the file it makes a key, keeps it there, and prints the public half. With the file it reads from its environment: ISSUER; AUDIENCE, which
of the issuer's addresses its assertions are for ("issuer", or "token" as Authlib has it by itself). It asks for tokens in its own name, asks what
they are good for, and prints a line of JSON.
"""
import json
import os
import sys
from pathlib import Path

import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc.jwk import RSAKey

file = Path(sys.argv[1])


def make():
    key = RSAKey.generate_key(2048, {"kid": "service-1", "alg": "RS256"})
    file.touch(mode=0o600)
    file.write_text(json.dumps(key.as_dict(private=True)))
    print(json.dumps(key.as_dict(private=False)), flush=True)


def use():
    issuer = os.environ["ISSUER"]
    metadata = requests.get(issuer + "/.well-known/openid-configuration", timeout=60).json()
    client = OAuth2Session(
        "service", RSAKey.import_key(json.loads(file.read_text())), token_endpoint_auth_method="private_key_jwt", scope="reports")
    audience = issuer if os.environ["AUDIENCE"] == "issuer" else metadata["token_endpoint"]
    client.register_client_auth_method(PrivateKeyJWT(audience))
    try:
        token = client.fetch_token(metadata["token_endpoint"], grant_type="client_credentials", resource=os.environ.get("RESOURCE", ""))
    except OAuthError as error:
        print(json.dumps({"error": error.error}), flush=True)
        return
    known = client.introspect_token(metadata["introspection_endpoint"], token=token["access_token"]).json()
    print(json.dumps({"scope": token["scope"], "active": known["active"], "audience": known["aud"]}), flush=True)


use() if file.exists() else make()
