#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""authlib_web ISSUER: a web application made of Authlib and Flask, as their documentation puts one together, on a free loopback port.

It registers itself with the issuer (the initial access token is in INITIAL_ACCESS_TOKEN), and prints its address when it listens. What
is checked of answers and tokens, Authlib checks. Each address answers with what came of it, in JSON.
"""
import os
import secrets
import sys

import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import get_well_known_url as oauth_metadata_url
from authlib.oidc import rpinitiated
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url
from flask import Flask, jsonify, request, url_for
from werkzeug.serving import make_server

issuer = sys.argv[1]
flask = Flask(__name__)
flask.secret_key = secrets.token_bytes(32)
oauth = OAuth(flask)
tokens, registration = {}, {}


def discover():
    """The issuer's metadata, at both addresses, as Authlib judges it."""
    document = requests.get(get_well_known_url(issuer, external=True), timeout=60).json()
    OpenIDProviderMetadata(document).validate(metadata_classes=[rpinitiated.OpenIDProviderMetadata])
    assert document["issuer"] == issuer
    assert requests.get(oauth_metadata_url(issuer, external=True), timeout=60).json() == document
    return document


def register(metadata, callback, after):
    answer = requests.post(
        metadata["registration_endpoint"], timeout=60,
        headers={"Authorization": "Bearer " + os.environ["INITIAL_ACCESS_TOKEN"]},
        json={
            "client_name": "Web of Authlib", "redirect_uris": [callback], "post_logout_redirect_uris": [after],
            "grant_types": ["authorization_code", "refresh_token"], "scope": "openid profile email offline_access",
            "token_endpoint_auth_method": "client_secret_basic"})
    assert answer.status_code == 201, answer.text
    registration.update(answer.json())
    oauth.register(
        "issuer", client_id=registration["client_id"], client_secret=registration["client_secret"],
        server_metadata_url=get_well_known_url(issuer, external=True),
        fetch_token=lambda: dict(tokens), update_token=lambda token, **_: tokens.update(token),
        client_kwargs={"scope": registration["scope"], "code_challenge_method": "S256"})


def session():
    return OAuth2Session(
        registration["client_id"], registration["client_secret"],
        token_endpoint_auth_method=registration["token_endpoint_auth_method"],
        revocation_endpoint_auth_method=registration["token_endpoint_auth_method"])


def described():
    """What the issuer says of each token."""
    metadata = oauth.issuer.load_server_metadata()
    with session() as client:
        answers = {
            name: client.introspect_token(metadata["introspection_endpoint"], token=tokens[name], token_type_hint=name).json()
            for name in ("access_token", "refresh_token")}
    return {name: answer["active"] for name, answer in answers.items()}


@flask.get("/login")
def login():
    return oauth.issuer.authorize_redirect(url_for("callback", _external=True))


@flask.get("/callback")
def callback():
    try:
        token = oauth.issuer.authorize_access_token()
    except OAuthError as error:
        return jsonify(error=error.error)
    tokens.update(token)
    return jsonify(
        subject=token["userinfo"]["sub"], authTime="auth_time" in token["userinfo"], scope=token["scope"],
        type=token["token_type"], issuer=request.args["iss"])


@flask.get("/user")
def user():
    return jsonify(oauth.issuer.userinfo())


@flask.get("/expire")
def expire():
    """Lets Authlib find the access token over, so that it renews it before it asks."""
    before = dict(tokens)
    tokens["expires_at"] = 1
    subject = oauth.issuer.userinfo()["sub"]
    return jsonify(
        subject=subject, newAccess=before["access_token"] != tokens["access_token"],
        newRefresh=before["refresh_token"] != tokens["refresh_token"])


@flask.get("/introspect")
def introspect():
    return jsonify(described())


@flask.get("/revoke")
def revoke():
    metadata = oauth.issuer.load_server_metadata()
    with session() as client:
        answer = client.revoke_token(
            metadata["revocation_endpoint"], token=tokens["refresh_token"], token_type_hint="refresh_token")
    return jsonify(status=answer.status_code, **described())


@flask.get("/logout")
def logout():
    return oauth.issuer.logout_redirect(
        post_logout_redirect_uri=url_for("signed_out", _external=True), id_token_hint=tokens["id_token"])


@flask.get("/signed-out")
def signed_out():
    oauth.issuer.validate_logout_response()
    return jsonify(signedOut=True)


@flask.get("/unregister")
def unregister():
    """Reads its registration, changes it, and ends it, each with the token it was given for that."""
    bearer = {"access_token": registration["registration_access_token"], "token_type": "Bearer"}
    address = registration["registration_client_uri"]
    with OAuth2Session(token=bearer) as client:
        read = client.get(address)
        kept = {name: value for name, value in read.json().items() if not name.startswith("registration_")}
        kept.pop("client_id_issued_at", None)
        kept.pop("client_secret_expires_at", None)
        changed = client.put(address, json={**kept, "client_name": "Another name"})
        ended = client.delete(address)
        gone = client.get(address)
    return jsonify(
        read=read.json()["client_id"] == registration["client_id"], name=changed.json()["client_name"],
        statuses=[answer.status_code for answer in (read, changed, ended, gone)])


if __name__ == "__main__":
    listener = make_server("127.0.0.1", 0, flask, threaded=True)
    address = f"http://127.0.0.1:{listener.port}"
    register(discover(), address + "/callback", address + "/signed-out")
    print(address, flush=True)
    listener.serve_forever()
