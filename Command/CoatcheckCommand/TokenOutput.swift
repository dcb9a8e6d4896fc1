// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckJOSE
import CoatcheckOAuth
public import CoatcheckFoundation

/// The output of `coatcheck token`. Both programs use it, so a cached token has the same format as a
/// refreshed one.
public struct TokenOutput: Sendable {
  private let session: StoredSession
  private let now: Date

  /// Creates the output for a session.
  ///
  /// - Parameters:
  ///   - session: The session, as it is in the store.
  ///   - now: The time on the wall clock, from which `expires_in` is counted.
  public init(_ session: StoredSession, now: Date) {
    self.session = session
    self.now = now
  }

  /// Whether the access token can be handed out without a refresh, by the same rules as in `Session`.
  ///
  /// The token counts as expired 30 seconds (or the leeway of its provider) before its expiry, or after
  /// half of its lifetime if that is later. It is not fresh either when a refresh was interrupted a moment
  /// ago. A token without a known expiry is fresh.
  ///
  /// - Parameters:
  ///   - session: The session, as it is in the store.
  ///   - life: The seconds that the token has to last from `now`; half of its lifetime if that is shorter.
  ///   - now: The time on the wall clock.
  public static func isFresh(
    _ session: StoredSession, lasting life: TimeInterval = 0, now: Date
  ) -> Bool {
    if let marker = session.refreshMarker, marker.isUrgent(at: now) { return false }
    guard case .at(let end) = session.expiry else { return true }
    let lifetime = max(end.timeIntervalSince(session.obtainedAt), 0)
    return !session.expiry.isExpired(
      at: now, leeway: min(max(session.leeway ?? 30, life), lifetime / 2))
  }

  /// The access token alone. Secret: it may be written to standard output only.
  public var plain: String { session.accessToken.reveal() }

  /// The access token with its type, expiry, scope and account, for `--json`. Secret, as ``plain``.
  ///
  /// `expires_at` is in seconds since 1970 and `expires_in` in seconds; both are missing if the expiry is
  /// unknown.
  public var json: JSONObject {
    var answer: JSONObject = [
      "access_token": .string(session.accessToken.reveal()),
      "token_type": .string(session.tokenType),
    ]
    if case .at(let expiry) = session.expiry {
      answer["expires_at"] = .number(JSONNumber(Int(expiry.timeIntervalSince1970)))
      answer["expires_in"] = .number(JSONNumber(max(0, Int(expiry.timeIntervalSince(now)))))
    }
    answer["scope"] = .string(Scope.text(session.scopes))
    answer["account"] = .string(session.name)
    answer["issuer"] = .string(session.account.issuer)
    answer["subject"] = .string(session.account.subject)
    return answer
  }
}
