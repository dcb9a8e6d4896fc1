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
  ) throws -> AuthorizationRequest {
    var profile = SecurityProfile.fapi1(signedBy: key)
    change(&profile)
    return try prepareSignIn(client: client ?? self.client, profile: profile) {
      $0.responseMode = mode
    }.request
  }

  private func begun(
    _ type: HybridTransaction.ResponseType, _ profile: SecurityProfile? = nil
  ) throws -> (transaction: HybridTransaction, url: URL) {
    try beginHybrid(type, client: client, profile: profile ?? .fapi1(signedBy: key))
  }

  @Test(
    "the whole request is signed, and the parameters that have to be outside are repeated there")
  func duplicates() throws {
    let request = try prepared(.jwt)
    #expect(
      request.parameters.names.sorted() == ["client_id", "request", "response_type", "scope"])
    #expect(request.parameters["response_type"] == "code")
    let object = try key.verified(#require(request.parameters["request"]))
    #expect(object.claims["response_mode"] == "jwt")
    #expect(object.claims["redirect_uri"] == "https://app.example/cb")
  }

  @Test("a sign-in without a signed request, a signed response or an asymmetric key is refused")
  func refused() throws {
    let secret = ClientIdentity(id: "web", authentication: .basic(Secret("s3cret-s3cret")))
    expectError(naming: "options") { try prepared(.query) }
    expectError(naming: "authentication") { try prepared(.jwt, as: secret) }
    expectError(naming: "profile") { try prepared(.jwt) { $0.requestSigning = nil } }
  }

  @Test("the only permitted hybrid response type is code id_token")
  func hybrid() throws {
    for type in HybridTransaction.ResponseType.allCases where type != .codeIDToken {
      expectError(naming: "responseType", "\(type)") { try begun(type) }
    }
    let (transaction, url) = try begun(.codeIDToken)
    let query = try url.parameters
    #expect(query["response_type"] == "code id_token")
    let object = try key.verified(#require(query["request"]))
    #expect(object.claims["response_type"] == "code id_token")
    #expect(object.claims["state"]?.stringValue == transaction.transaction.state.reveal())
    var pushing = SecurityProfile.fapi1(signedBy: key)
    pushing.pushing = .always
    expectError(naming: "options") { try begun(.codeIDToken, pushing) }
    expectMisuse { try begun(.codeIDToken, .fapi2) }
  }

  @Test("the ID token has to contain the hash of the state")
  func stateHash() throws {
    for (profile, hashes) in [
      (SecurityProfile.fapi1(signedBy: key), [IDTokenHash.code, .state] as Set),
      (.standard, [.code]),
    ] {
      let transaction = try begun(.codeIDToken, profile).transaction
      let state = transaction.transaction.state.reveal()
      let reply = try transaction.reply(
        from: "\(callbackURI)#code=c-1&id_token=e30.e30.c2ln&state=\(state)", at: start)
      let rules = try IDTokenRules(
        issuer: Issuer("https://op.example"), clientID: "web", nonce: nil, now: start)
      #expect(transaction.rules(for: reply, from: rules).requiredHashes == hashes)
    }
  }
}
