// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Signed, aggregated and distributed claims.
extension RelyingParty {
  /// The claims of a client that registered signed userinfo responses.
  static func signedUserInfo(_ faults: Fault...) async throws -> JSONObject {
    var client = HostileClient(idTokenAlgorithm: .es256)
    client.userInfoAlgorithm = .es256
    let party = try await RelyingParty(faults, client: client)
    let app = try await party.client()
    let session = try await app.signIn(scopes: [.openID, .email])
    let claims = try await app.userInfo(of: session, as: .signed([.es256])).claims
    await party.provider.stop()
    return claims
  }

  /// The claims with those of other sources merged in.
  func collectedClaims(adding more: JSONObject = [:]) async throws -> ClaimCollector.Collected {
    let app = try await client()
    let info = try await app.signIn(scopes: [.openID, .email]).userInfo()
    var claims = info.claims
    for (name, value) in more { claims[name] = value }
    return try await app.claims(
      collecting: UserInfo(subject: info.subject, claims: claims),
      trusting: [Issuer(provider.issuer)])
  }
}
