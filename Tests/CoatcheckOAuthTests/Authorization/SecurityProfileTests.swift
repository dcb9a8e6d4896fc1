// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The FAPI 2.0 profile")
struct SecurityProfileTests {
  private func issuer(_ change: (inout ServerMetadata) throws -> Void = { _ in }) throws
    -> ServerMetadata
  {
    var metadata = try metadata()
    metadata.pushedAuthorizationRequestEndpoint = try Endpoint("https://op.example/par")
    try change(&metadata)
    return metadata
  }

  private func prepared(
    _ authentication: ClientAuthentication, at metadata: ServerMetadata,
    dialect: Dialect = .standard
  ) throws(OAuthError) -> AuthorizationTransaction {
    try AuthorizationTransaction.prepare(
      metadata: metadata, client: ClientIdentity(id: "web", authentication: authentication),
      redirectURI: "https://app.example/cb", scopes: [.openID], profile: .fapi2, dialect: dialect,
      environment: .fixed()
    ).transaction
  }

  private func key() throws -> ClientAuthentication {
    try ClientAssertionTests.identity().authentication
  }

  @Test("a client authenticates with a key or a certificate, never with a secret")
  func clients() throws {
    let secret = Secret(String(repeating: "s", count: 40))
    let assertion = ClientAssertion(for: try Issuer("https://op.example"))
    let scheme = HMACSignatureScheme(
      name: "scheme", method: "hmac", lines: [], principalField: "user", namespaceField: "realm")
    let cases: [(ClientAuthentication, Bool)] = [
      (try key(), true), (.tls, true), (.selfSignedTLS, true), (.none, false),
      (.basic(secret), false),
      (.post(secret), false), (.clientSecretJWT(secret, assertion), false),
      (.hmacSignature(secret, scheme), false),
    ]
    let metadata = try issuer()
    for (authentication, isTaken) in cases {
      let error = failure { () throws(OAuthError) in
        try prepared(authentication, at: metadata)
      }
      #expect(error?.parameter == (isTaken ? nil : "authentication"), "\(authentication.method)")
    }
  }

  @Test("requests are pushed, with PKCE, and nothing goes through the browser")
  func requests() throws {
    let (authentication, metadata) = (try key(), try issuer())
    let browser = failure { () throws(OAuthError) in
      try AuthorizationTransaction.begin(
        metadata: metadata, client: ClientIdentity(id: "web", authentication: authentication),
        redirectURI: "https://app.example/cb", scopes: [.openID], profile: .fapi2,
        environment: .fixed())
    }
    #expect(browser?.parameter == "options")
    let nowhere = try issuer { $0.pushedAuthorizationRequestEndpoint = nil }
    let unpushed = failure { () throws(OAuthError) in try prepared(authentication, at: nowhere) }
    #expect(unpushed?.parameter == "pushed_authorization_request_endpoint")
    var dialect = Dialect.standard
    dialect.proofKey = .without(because: "an old server")
    let unbound = failure { () throws(OAuthError) in
      try prepared(authentication, at: metadata, dialect: dialect)
    }
    #expect(unbound?.parameter == "dialect")
  }

  // attack: C-04
  @Test("the issuer names itself in every callback, whatever its metadata says")
  func issuerNaming() throws {
    let begun = try prepared(key(), at: issuer())
    let callback = "https://app.example/cb?code=c&state=\(begun.state.reveal())"
    let mute = failure { () throws(OAuthError) in try begun.reply(from: callback, at: start) }
    #expect(mute == .unreadable(.issuerMismatch, ""))
    let named = try begun.reply(from: callback + "&iss=https%3A%2F%2Fop.example", at: start)
    #expect(named.code.reveal() == "c")
  }

  @Test("certificates lead to the endpoints for them")
  func aliases() throws {
    let metadata = try issuer {
      $0.mtlsEndpointAliases = ["token_endpoint": try Endpoint("https://mtls.op.example/token")]
    }
    #expect(metadata.forMutualTLS.tokenEndpoint?.text == "https://mtls.op.example/token")
    #expect(ClientAuthentication.tls.usesCertificate)
    #expect(!ClientAuthentication.none.usesCertificate)
  }
}
