// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckJOSE
import CoatcheckOAuth
public import CoatcheckFoundation

/// What `coatcheck token` prints. Both programs use it, so a cached token looks like a fresh one.
public struct TokenOutput: Sendable {
  private let session: StoredSession
  private let now: Date

  /// The output for `session` at `now`.
  public init(_ session: StoredSession, now: Date) {
    self.session = session
    self.now = now
  }

  /// Whether the access token can be handed out without asking the provider.
  ///
  /// It counts as expired 30 seconds before its end, or as long before as its provider wants, or half
  /// its life if that is shorter; and when a refresh was cut off a moment ago: the rules of `Session`.
  ///
  /// - Parameter life: How many seconds it has to last; half its life if that is shorter.
  public static func isFresh(
    _ session: StoredSession, lasting life: TimeInterval = 0, now: Date
  ) -> Bool {
    if let marker = session.refreshMarker, marker.isUrgent(at: now) { return false }
    guard case .at(let end) = session.expiry else { return true }
    let lifetime = max(end.timeIntervalSince(session.obtainedAt), 0)
    return !session.expiry.isExpired(
      at: now, leeway: min(max(session.leeway ?? 30, life), lifetime / 2))
  }

  /// The access token alone. Secret: it belongs on standard output only.
  public var plain: String { session.accessToken.reveal() }

  /// The access token with what belongs to it. Secret, as ``plain``.
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
