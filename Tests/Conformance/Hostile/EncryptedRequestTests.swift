// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Encrypted request objects")
struct EncryptedRequestTests {
  private func party(_ faults: Fault..., pushing: Bool) async throws -> RelyingParty {
    let key = try SigningKey.generate(.es256)
    var client = HostileClient(key: key, idTokenAlgorithm: .es256)
    client.pushesRequests = pushing
    var party = try await RelyingParty(faults, client: client)
    party.profile = .fapi1(signedBy: key)
    party.profile.requestSigning?.encryption = RequestEncryption(.ecdhESA256KW, .a256GCM)
    party.profile.responseAlgorithms = [.es256]
    return party
  }

  @Test(
    "The user signs in with an encrypted request object, through the browser or pushed",
    arguments: [false, true])
  func works(pushing: Bool) async throws {
    let party = try await party(pushing: pushing)
    try await party.expectSignIn(options: .jwtResponse)
    let request = try #require(
      party.provider.requests(pushing ? .pushedAuthorization : .authorize).first)
    let parameters = try Parameters(
      decoding: pushing ? String(decoding: request.body, as: UTF8.self) : request.query)
    #expect(parameters["request"]?.split(separator: ".").count == 5)
    #expect(parameters["state"] == nil && parameters["redirect_uri"] == nil)
  }
}
