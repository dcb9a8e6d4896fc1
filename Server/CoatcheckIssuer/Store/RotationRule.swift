// SPDX-License-Identifier: Apache-2.0
package import CoatcheckFoundation

/// Decides the outcome of a refresh token rotation, inside the transaction of a store.
///
/// [RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)
package enum RotationRule {
  /// What the store must do.
  package enum Decision: Sendable, Equatable {
    /// Change nothing, and return this.
    case answer(Rotation)
    /// Store the revoked family: a used token was presented after its grace period.
    case end(RefreshFamily)
    /// Store the successor and the trace. The grace period of the predecessor of the presented token ends.
    case rotate(RefreshFamily, successor: RefreshRecord, trace: StoredRefresh.Spent)
  }

  /// The maximum grace period in seconds.
  package static let maximumGrace: TimeInterval = 60

  /// Decides from what is stored of the presented token and its family.
  ///
  /// - Throws: `invalidRecord` when the successor names another family.
  package static func decide(
    _ presented: StoredRefresh?, of family: RefreshFamily?, by clientID: String,
    to successor: RefreshRecord, sealed: [UInt8], grace: TimeInterval, at now: StoredTime
  ) throws(StoreError) -> Decision {
    guard let presented, let family else { return .answer(.unknown) }
    guard family.clientID.utf8.elementsEqual(clientID.utf8) else { return .answer(.wrongClient) }
    guard family.revokedAt == nil else { return .answer(.revoked) }
    guard now < StoredTime(family.absoluteExpiry) else { return .answer(.expired) }
    if let spent = presented.spent {
      guard let window = spent.window, now < window.until else {
        // "the authorization server … will revoke the active refresh token."
        return .end(family.revoked("refresh_reuse", at: now))
      }
      return .answer(.repeated(family, sealedSuccessor: window.sealed))
    }
    guard now < StoredTime(presented.record.expiresAt) else { return .answer(.expired) }
    try successor.checkStorable(in: family)
    let next = successor.stored(in: family, generation: presented.record.generation + 1)
    let length = min(max(grace, 0), maximumGrace)
    let window = StoredRefresh.Window(sealed: sealed, until: now.advanced(by: length))
    return .rotate(
      family, successor: next,
      trace: StoredRefresh.Spent(at: now, successor: next.digest, window: window))
  }
}
