// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// A refresh token not handed out yet, and what is stored of it.
struct NextRefreshToken {
  let token: OpaqueToken
  let record: RefreshRecord

  /// - Parameter generation: the store sets it anew when the token replaces another one.
  init(in family: RefreshFamily, generation: Int, by issuing: AuthorizationServer) {
    let now = issuing.environment.now()
    token = OpaqueToken(.refresh, environment: issuing.environment)
    record = RefreshRecord(
      digest: token.digest, familyID: family.id, generation: generation, issuedAt: now,
      // However often it is rotated, a family ends at its absolute expiry.
      expiresAt: min(now.addingTimeInterval(issuing.settings.refreshIdle), family.absoluteExpiry))
  }
}
