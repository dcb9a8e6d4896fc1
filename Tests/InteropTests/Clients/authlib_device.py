#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""authlib_device ISSUER METHOD: a device made of Authlib, which has no browser. METHOD is its authentication: none,
client_secret_basic, client_secret_post or private_key_jwt.

It registers itself, prints the address for the user, polls until the user approves, and ends its registration. Prints a line of JSON per step.
"""
import json
import os
import sys
import time

import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc.jwk import ECKey

issuer, method = sys.argv[1:3]
GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def say(step, **facts):
    print(json.dumps({"step": step, **facts}), flush=True)


def register(metadata, key):
    answer = requests.post(
        metadata["registration_endpoint"], timeout=60,
        headers={"Authorization": "Bearer " + os.environ["INITIAL_ACCESS_TOKEN"]},
        json={
            "client_name": "Device of Authlib", "grant_types": [GRANT, "refresh_token"], "response_types": [],
            "scope": "openid profile offline_access", "token_endpoint_auth_method": method,
            **({"jwks": {"keys": [key.as_dict(private=False)]}} if key else {})})
    assert answer.status_code == 201, answer.text
    say("registered", secret="client_secret" in answer.json(), method=answer.json()["token_endpoint_auth_method"])
    return answer.json()


def poll(client, metadata, codes):
    """RFC 8628 §3.5, with Authlib's requests: it leaves the waiting to its user."""
    interval, waited = codes.get("interval", 5), 0
    while True:
        try:
            return client.fetch_token(metadata["token_endpoint"], grant_type=GRANT, device_code=codes["device_code"]), waited
        except OAuthError as error:
            if error.error not in ("authorization_pending", "slow_down"):
                raise
            if not waited:
                say("waiting", error=error.error)
            if error.error == "slow_down":
                interval += 5
            waited += 1
            time.sleep(interval)


def main():
    metadata = requests.get(issuer + "/.well-known/openid-configuration", timeout=60).json()
    key = ECKey.generate_key("P-256", {"kid": "device-1", "alg": "ES256"}) if method == "private_key_jwt" else None
    registration = register(metadata, key)
    client = OAuth2Session(
        registration["client_id"], key or registration.get("client_secret"), token_endpoint_auth_method=method,
        revocation_endpoint_auth_method=method)
    if key:
        # What Authlib calls the token endpoint is the audience of its assertions.
        client.register_client_auth_method(PrivateKeyJWT(issuer, headers={"kid": "device-1"}, alg="ES256"))
    answer = client.post(
        metadata["device_authorization_endpoint"], data={"scope": registration["scope"]}, auth=client.client_auth(method))
    assert answer.status_code == 200, answer.text
    codes = answer.json()
    say("asking", uri=codes["verification_uri"], complete=codes["verification_uri_complete"], code=codes["user_code"])

    try:
        token, waited = poll(client, metadata, codes)
    except OAuthError as error:
        say("refused", error=error.error)
        return
    first = dict(token)
    user = client.get(metadata["userinfo_endpoint"]).json()
    say("allowed", subject=user["sub"], name=user.get("name"), scope=token["scope"], waited=waited > 0)
    second = client.refresh_token(metadata["token_endpoint"])
    say("renewed", rotated=second["refresh_token"] != first["refresh_token"])
    try:
        client.fetch_token(metadata["token_endpoint"], grant_type=GRANT, device_code=codes["device_code"])
    except OAuthError as error:
        say("again", error=error.error)
    client.token = second
    revoked = client.revoke_token(
        metadata["revocation_endpoint"], token=second["refresh_token"], token_type_hint="refresh_token")
    say("revoked", status=revoked.status_code, userinfo=client.get(metadata["userinfo_endpoint"]).status_code)
    ended = requests.delete(
        registration["registration_client_uri"], timeout=60,
        headers={"Authorization": "Bearer " + registration["registration_access_token"]})
    say("ended", status=ended.status_code)


main()
