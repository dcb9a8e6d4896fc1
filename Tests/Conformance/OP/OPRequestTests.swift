// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPRequestTests {
  @Test(
    "oidcc-ensure-client-assertion-with-iss-aud-succeeds: the server accepts an assertion for the issuer"
  )
  func ensureClientAssertionWithIssAudSucceeds() async throws {
    let op = try await RegisteringOP()
    let key = try SigningKey.generate(.es256)
    let keys = JWKSet(keys: [key.publicJWK]).json
    let reply = try await op.register([
      "token_endpoint_auth_method": "private_key_jwt", "jwks": .object(keys),
    ])
    let client = try await op.client(reply)
    #expect(try await op.tokens(client, by: key)["access_token"] != nil)
  }

  @Test("oidcc-ensure-post-request-succeeds: the server accepts a request as a form")
  func ensurePostRequestSucceeds() async throws {
    let op = try await OP()
    let page = try await op.browser.post(op.server.issuer + "/authorize", op.request)
    #expect(page.status == 303)
    #expect(page.location?.contains("/login?") == true)
    let callback = try await op.callback()
    #expect(callback["code"] != nil)
  }

  @Test(
    "oidcc-ensure-redirect-uri-in-authorization-request: a request without a redirect URI returns an error page"
  )
  func ensureRedirectUriInAuthorizationRequest() async throws {
    let op = try await OP()
    op.expectPage(try await op.answer(to: op.request(with: ["redirect_uri": nil])))
  }

  @Test(
    "The server ignores the parameter",
    arguments: [
      Case("oidcc-claims-locales", ["claims_locales": "se no"]),
      Case("oidcc-display-page", ["display": "page"]),
      Case("oidcc-display-popup", ["display": "popup"]),
      Case("oidcc-ensure-request-with-acr-values-succeeds", ["acr_values": "1 2"]),
      Case("oidcc-ensure-request-with-unknown-parameter-succeeds", ["extra": "foobar"]),
      Case("oidcc-login-hint", ["login_hint": "bob@example.com"]),
      Case("oidcc-ui-locales", ["ui_locales": "se no"]),
    ] as [Case<[String: String]>])
  func ignored(_ row: Case<[String: String]>) async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: row.value))
    #expect(tokens["id_token"] != nil)
  }

  @Test(
    "oidcc-ensure-request-with-valid-pkce-succeeds: only the verifier redeems the code")
  func ensureRequestWithValidPkceSucceeds() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    let wrong = String(repeating: "w", count: 43)
    #expect(try await op.redeem(code, changes: ["code_verifier": wrong]).error == "invalid_grant")
    #expect(try await op.redeem(code).status == 200)
  }

  @Test(
    "oidcc-ensure-request-without-nonce-succeeds-for-code-flow: the nonce is optional in the code flow"
  )
  func ensureRequestWithoutNonceSucceedsForCodeFlow() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: ["nonce": nil]))
    #expect(try await op.claims(of: tokens["id_token"]).claims["nonce"] == nil)
  }

  @Test(
    "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported: the server returns request_uri_not_supported"
  )
  func requestUriUnsignedSupportedCorrectlyOrRejectedAsUnsupported() async throws {
    let op = try await OP()
    let reference = ["request_uri": "https://c.example/request.jwt"]
    let page = try await op.answer(to: op.request(with: reference))
    #expect(try op.redirected(page)["error"] == "request_uri_not_supported")
  }

  @Test("oidcc-response-type-missing: the server refuses a request without a response type")
  func responseTypeMissing() async throws {
    let op = try await OP()
    let page = try await op.answer(to: op.request(with: ["response_type": nil]))
    let answer = try op.redirected(page)
    #expect(answer["error"] == "invalid_request")
    #expect(answer["state"] == "state-0123456789")
    #expect(answer["code"] == nil)
  }

  @Test(
    "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported: the server refuses an unsigned request object"
  )
  func unsignedRequestObjectSupportedCorrectlyOrRejectedAsUnsupported() async throws {
    let op = try await OP()
    let object = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".e30."
    let page = try await op.answer(to: op.request(with: ["request": object]))
    #expect(try op.redirected(page)["error"] == "invalid_request_object")
  }
}
