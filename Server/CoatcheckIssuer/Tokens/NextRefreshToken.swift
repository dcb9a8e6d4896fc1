// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// A new refresh token, and the record to store.
struct NextRefreshToken {
  let token: OpaqueToken
  let record: RefreshRecord

  /// - Parameter generation: 0 for a first token; the store replaces it when the token replaces another
  ///   one.
  init(in family: RefreshFamily, generation: Int, by server: AuthorizationServer) {
    let now = server.environment.now()
    token = OpaqueToken(.refresh, environment: server.environment)
    record = RefreshRecord(
      digest: token.digest, familyID: family.id, generation: generation, issuedAt: now,
      // No rotation extends a family beyond its absolute expiry.
      expiresAt: min(now.addingTimeInterval(server.settings.refreshIdle), family.absoluteExpiry))
  }
}
