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
  ) throws -> AuthorizationTransaction {
    try prepareSignIn(
      at: metadata, client: ClientIdentity(id: "web", authentication: authentication),
      profile: .fapi2, dialect: dialect
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
      (.basic(secret), false), (.post(secret), false), (.clientSecretJWT(secret, assertion), false),
      (.hmacSignature(secret, scheme), false),
    ]
    let metadata = try issuer()
    for (authentication, isTaken) in cases {
      expectError(naming: isTaken ? nil : "authentication", "\(authentication.method)") {
        try prepared(authentication, at: metadata)
      }
    }
  }

  @Test("requests have to be pushed and to use PKCE")
  func requests() throws {
    let (authentication, metadata) = (try key(), try issuer())
    expectError(naming: "options") {
      try beginSignIn(
        at: metadata, client: ClientIdentity(id: "web", authentication: authentication),
        profile: .fapi2)
    }
    let nowhere = try issuer { $0.pushedAuthorizationRequestEndpoint = nil }
    expectError(naming: "pushed_authorization_request_endpoint") {
      try prepared(authentication, at: nowhere)
    }
    var dialect = Dialect.standard
    dialect.proofKey = .without(because: "an old server")
    expectError(naming: "dialect") { try prepared(authentication, at: metadata, dialect: dialect) }
  }

  // attack: C-04
  @Test("every callback has to contain iss, whatever the metadata says")
  func issuerNaming() throws {
    let begun = try prepared(key(), at: issuer())
    expectError(.unreadable(.issuerMismatch, "")) { try begun.reply() }
    #expect(try begun.reply(to: "code=c&iss=https%3A%2F%2Fop.example").code.reveal() == "c")
  }

  @Test("a client with a certificate uses the mutual TLS aliases")
  func aliases() throws {
    let metadata = try issuer {
      $0.mtlsEndpointAliases = ["token_endpoint": try Endpoint("https://mtls.op.example/token")]
    }
    #expect(metadata.forMutualTLS.tokenEndpoint?.text == "https://mtls.op.example/token")
    #expect(ClientAuthentication.tls.usesCertificate)
    #expect(!ClientAuthentication.none.usesCertificate)
  }
}
