#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An OpenID provider made of Authlib and Flask, as their documentation puts one together, on a free loopback port.

One user (carol, without a password), one client (app, client_secret_basic). What is decided here, Authlib decides; this file
only keeps what it hands over, in memory. Prints its issuer when it listens.
"""
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter
from authlib.oidc.core.grants import OpenIDCode
from authlib.oidc.rpinitiated import EndSessionEndpoint
from flask import Flask, jsonify, request
from joserfc.jwk import KeySet, RSAKey
from werkzeug.serving import make_server

# A program's, and a website's.
CALLBACK = "http://127.0.0.1:49152/callback"
SITE = "http://127.0.0.1:49152"

flask = Flask(__name__)
flask.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
key = RSAKey.generate_key(2048, {"kid": "authlib-1", "use": "sig", "alg": "RS256"})
keys = KeySet([key])
issuer = ""
codes, tokens, signed_out = {}, [], []


class User:
    id = "carol"
    claims = {"sub": "carol", "name": "Carol Example", "email": "carol@example.test"}

    def get_user_id(self):
        return self.id


carol = User()


class App(ClientMixin):
    client_id = "app"

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return " ".join(s for s in (scope or "").split() if s in ("openid", "profile", "email"))

    def check_redirect_uri(self, uri):
        return uri in (CALLBACK, SITE + "/auth/callback/work")

    def check_client_secret(self, secret):
        return secret == "authlib-secret"

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "client_secret_basic"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", "refresh_token")

    client_metadata = {"post_logout_redirect_uris": [CALLBACK, SITE + "/auth/logged-out"]}


app = App()


class Code(AuthorizationCodeMixin):
    def __init__(self, code, request):
        payload = request.payload
        self.code, self.redirect_uri, self.scope = code, payload.redirect_uri, payload.scope
        self.nonce = payload.data.get("nonce")
        self.code_challenge = payload.data.get("code_challenge")
        self.code_challenge_method = payload.data.get("code_challenge_method")
        self.auth_time, self.made = int(time.time()), time.time()

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return self.auth_time

    def get_acr(self):
        return None

    def get_amr(self):
        return None


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

    def save_authorization_code(self, code, request):
        codes[code] = Code(code, request)

    def query_authorization_code(self, code, client):
        return codes.get(code)

    def delete_authorization_code(self, authorization_code):
        codes.pop(authorization_code.code, None)

    def authenticate_user(self, authorization_code):
        return carol


class Token(TokenMixin):
    def __init__(self, token):
        self.token, self.made, self.revoked = token, int(time.time()), False

    def check_client(self, client):
        return client.client_id == "app"

    def get_scope(self):
        return self.token["scope"]

    def get_expires_in(self):
        return self.token["expires_in"]

    def is_expired(self):
        return time.time() > self.made + self.get_expires_in()

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return carol

    def get_client(self):
        return app


def find(name, text):
    return next((t for t in tokens if t.token.get(name) == text), None)


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        found = find("refresh_token", refresh_token)
        return found if found and not found.revoked else None

    def authenticate_user(self, refresh_token):
        return carol

    def revoke_old_credential(self, refresh_token):
        refresh_token.revoked = True


class OpenID(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return any(code.nonce == nonce for code in codes.values())

    def generate_user_info(self, user, scope):
        return {"sub": user.id}

    def get_client_claims(self, client):
        return {"iss": issuer, "aud": [client.client_id]}

    def get_client_algorithm(self, client):
        return "RS256"

    def get_encode_header(self, client):
        return {"alg": "RS256", "kid": "authlib-1"}

    def resolve_client_private_key(self, client):
        return key


class Iss(IssuerParameter):
    def get_issuer(self):
        return issuer


class Revocation(RevocationEndpoint):
    def query_token(self, token_string, token_type_hint):
        return find("access_token", token_string) or find("refresh_token", token_string)

    def revoke_token(self, token, request):
        token.revoked = True


class EndSession(EndSessionEndpoint):
    def get_server_jwks(self):
        return keys

    def end_session(self, end_session_request):
        signed_out.append(end_session_request.id_token_claims["sub"])


server = AuthorizationServer(
    flask, query_client=lambda client_id: app if client_id == "app" else None,
    save_token=lambda token, request: tokens.append(Token(dict(token))))
server.register_grant(CodeGrant, [OpenID(require_nonce=False), CodeChallenge(required=True)])
server.register_grant(RefreshGrant)
server.register_extension(Iss())
server.register_endpoint(Revocation)
server.register_endpoint(EndSession)
flask.config["OAUTH2_SCOPES_SUPPORTED"] = ["openid", "profile", "email"]


class Bearer(BearerTokenValidator):
    def authenticate_token(self, token_string):
        return find("access_token", token_string)


protected = ResourceProtector()
protected.register_token_validator(Bearer())


@flask.get("/authorize")
def ask():
    try:
        server.get_consent_grant(end_user=carol)
    except OAuth2Error as error:
        return server.handle_error_response(None, error)
    return '<form method="post"><button name="answer" value="yes">Allow</button></form>'


@flask.post("/authorize")
def answer():
    grant = server.get_consent_grant(end_user=carol)
    return server.create_authorization_response(grant_user=carol, grant=grant)


@flask.post("/token")
def token():
    return server.create_token_response()


@flask.post("/revoke")
def revoke():
    return server.create_endpoint_response("revocation")


@flask.get("/end_session")
def end_session():
    return server.create_endpoint_response("end_session") or "signed out"


@flask.get("/userinfo")
@protected("openid")
def userinfo():
    return jsonify(carol.claims)


@flask.get("/signed-out")
def who_signed_out():
    return jsonify(signed_out)


@flask.get("/jwks")
def jwks():
    return jsonify(keys.as_dict(private=False))


@flask.get("/.well-known/openid-configuration")
def metadata():
    return jsonify(
        issuer=issuer, authorization_endpoint=issuer + "/authorize", token_endpoint=issuer + "/token",
        userinfo_endpoint=issuer + "/userinfo", revocation_endpoint=issuer + "/revoke",
        end_session_endpoint=issuer + "/end_session", jwks_uri=issuer + "/jwks",
        response_types_supported=["code"], subject_types_supported=["public"],
        id_token_signing_alg_values_supported=["RS256"], code_challenge_methods_supported=["S256"],
        token_endpoint_auth_methods_supported=["client_secret_basic"],
        grant_types_supported=["authorization_code", "refresh_token"],
        authorization_response_iss_parameter_supported=True)


if __name__ == "__main__":
    listener = make_server("127.0.0.1", 0, flask, threaded=True)
    issuer = f"http://127.0.0.1:{listener.port}"
    print(issuer, flush=True)
    listener.serve_forever()
