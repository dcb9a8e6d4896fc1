// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// A session token that was not handed out yet, and what is stored of it.
struct SessionToken {
  let token: OpaqueToken
  let record: RefreshRecord

  /// Makes the next token of a session.
  ///
  /// - Parameter idle: How many seconds it may lie unused.
  init(
    in family: RefreshFamily, idle: TimeInterval, at now: Date, _ environment: RuntimeEnvironment
  ) {
    token = OpaqueToken(.session, environment: environment)
    record = RefreshRecord(
      digest: token.digest, familyID: family.id, generation: 0, issuedAt: now,
      // It slides with each use, and however often it is used, a session ends at its absolute expiry.
      expiresAt: min(now.addingTimeInterval(idle), family.absoluteExpiry))
  }
}

extension Date {
  /// How many whole seconds this is after another moment; 0 when it is not.
  func seconds(after start: Date) -> Int {
    max(0, Int(timeIntervalSince(start).rounded(.down)))
  }
}
