// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The FAPI 1.0 Advanced profile")
struct FAPI1ProfileTests {
  private let key: SigningKey
  private let client: ClientIdentity

  init() throws {
    key = try SigningKey.generate(.ps256)
    client = ClientIdentity(id: "web", authentication: .tls)
  }

  private func prepared(
    _ mode: ResponseMode, as client: ClientIdentity? = nil,
    _ change: (inout SecurityProfile) -> Void = { _ in }
  ) throws(OAuthError) -> AuthorizationRequest {
    var profile = SecurityProfile.fapi1(signedBy: key)
    change(&profile)
    var options = AuthorizationOptions()
    options.responseMode = mode
    return try AuthorizationTransaction.prepare(
      metadata: issuer(), client: client ?? self.client, redirectURI: "https://app.example/cb",
      scopes: [.openID], options: options, profile: profile, environment: .fixed()
    ).request
  }

  private func issuer() throws(OAuthError) -> ServerMetadata {
    var metadata = ServerMetadata(issuer: try Issuer("https://op.example"))
    metadata.authorizationEndpoint = try Endpoint("https://op.example/authorize")
    metadata.tokenEndpoint = try Endpoint("https://op.example/token")
    return metadata
  }

  private func begun(
    _ type: HybridTransaction.ResponseType, _ profile: SecurityProfile? = nil
  ) throws(OAuthError) -> (transaction: HybridTransaction, url: URL) {
    try HybridTransaction.begin(
      type, metadata: issuer(), client: client, redirectURI: "https://app.example/cb",
      scopes: [.openID], profile: profile ?? .fapi1(signedBy: key), environment: .fixed(),
      because: "a bank of 2019")
  }

  @Test("the whole request is signed, and what OpenID Connect wants outside is there as well")
  func duplicates() throws {
    let request = try prepared(.jwt)
    #expect(
      request.parameters.names.sorted() == ["client_id", "request", "response_type", "scope"])
    #expect(request.parameters["response_type"] == "code")
    let object = try UnverifiedJWT(#require(request.parameters["request"])).verified(
      by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.ps256])
    #expect(object.claims["response_mode"] == "jwt")
    #expect(object.claims["redirect_uri"] == "https://app.example/cb")
  }

  @Test("a sign-in that is not protected from end to end is not begun")
  func refused() throws {
    let secret = ClientIdentity(id: "web", authentication: .basic(Secret("s3cret-s3cret")))
    let unprotected = failure { () throws(OAuthError) in try prepared(.query) }
    #expect(unprotected?.parameter == "options")
    let shared = failure { () throws(OAuthError) in try prepared(.jwt, as: secret) }
    #expect(shared?.parameter == "authentication")
    let unsigned = failure { () throws(OAuthError) in
      try prepared(.jwt) { $0.requestSigning = nil }
    }
    #expect(unsigned?.parameter == "profile")
  }

  @Test("of the hybrid flow it takes a code and an ID token, and no token from the browser")
  func hybrid() throws {
    for type in HybridTransaction.ResponseType.allCases where type != .codeIDToken {
      let error = failure { () throws(OAuthError) in try begun(type).url }
      #expect(error?.parameter == "responseType", "\(type)")
    }
    let (transaction, url) = try begun(.codeIDToken)
    let query = try Parameters(decoding: url.absoluteString.split(separator: "?")[1])
    #expect(query["response_type"] == "code id_token")
    let object = try UnverifiedJWT(#require(query["request"])).verified(
      by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.ps256])
    #expect(object.claims["response_type"] == "code id_token")
    #expect(object.claims["state"]?.stringValue == transaction.transaction.state.reveal())
    let pushed = failure { () throws(OAuthError) in
      var profile = SecurityProfile.fapi1(signedBy: key)
      profile.pushing = .always
      return try begun(.codeIDToken, profile).url
    }
    #expect(pushed?.parameter == "options")
    let other = failure { () throws(OAuthError) in try begun(.codeIDToken, .fapi2).url }
    #expect(other?.outcome == .misused)
  }

  @Test("its ID token is bound to the state")
  func stateHash() throws {
    for (profile, hashes) in [
      (SecurityProfile.fapi1(signedBy: key), [IDTokenHash.code, .state] as Set),
      (.standard, [.code]),
    ] {
      let transaction = try begun(.codeIDToken, profile).transaction
      let callback: Parameters = [
        "code": "c-1", "id_token": "e30.e30.c2ln",
        "state": transaction.transaction.state.reveal(),
      ]
      let reply = try transaction.reply(
        from: "https://app.example/cb#" + callback.encoded, at: start)
      let rules = try IDTokenRules(
        issuer: Issuer("https://op.example"), clientID: "web", nonce: nil, now: start)
      #expect(transaction.rules(for: reply, from: rules).requiredHashes == hashes)
    }
  }
}
