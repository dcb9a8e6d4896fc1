// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// A refresh token not handed out yet, and what is stored of it.
struct NextRefreshToken {
  let token: OpaqueToken
  let record: RefreshRecord

  /// - Parameter generation: The store sets it again when the token replaces another one.
  init(in family: RefreshFamily, generation: Int, by server: AuthorizationServer) {
    let now = server.environment.now()
    token = OpaqueToken(.refresh, environment: server.environment)
    record = RefreshRecord(
      digest: token.digest, familyID: family.id, generation: generation, issuedAt: now,
      // However often it is rotated, a family ends at its absolute expiry.
      expiresAt: min(now.addingTimeInterval(server.settings.refreshIdle), family.absoluteExpiry))
  }
}
