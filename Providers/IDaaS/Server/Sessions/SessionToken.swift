// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// A new session token, and the record that is stored for it.
struct SessionToken {
  let token: OpaqueToken
  let record: RefreshRecord

  /// Makes the next token of a session.
  ///
  /// - Parameter idle: How long it may be unused, in seconds.
  init(
    in family: RefreshFamily, idle: TimeInterval, at now: Date, _ environment: RuntimeEnvironment
  ) {
    token = OpaqueToken(.session, environment: environment)
    record = RefreshRecord(
      digest: token.digest, familyID: family.id, generation: 0, issuedAt: now,
      // The expiry moves with each use, up to the absolute expiry of the session.
      expiresAt: min(now.addingTimeInterval(idle), family.absoluteExpiry))
  }
}

extension Date {
  /// The whole seconds from another time to this one; 0 when this one is earlier.
  func seconds(after start: Date) -> Int {
    max(0, Int(timeIntervalSince(start).rounded(.down)))
  }
}
