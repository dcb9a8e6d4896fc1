// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// What is known about an account without a request: as lines for a user, and as JSON.
struct AccountStatus {
  let session: StoredSession
  let isDefault: Bool
  let now: Date

  init(_ session: StoredSession, isDefault: Bool, now: Date) {
    self.session = session
    self.isDefault = isDefault
    self.now = now
  }

  private var state: SessionState { SessionState(session, now: now) }

  /// Whether the account can get a token without the user, as far as the store shows.
  var isUsable: Bool {
    if case .spent = state { false } else { true }
  }

  /// The account's name on a line of its own, and below it, indented, one fact on each line.
  var lines: [String] {
    var facts = [
      "issuer: \(session.account.issuer)",
      "subject: \(session.account.subject)",
      "client: \(session.account.clientID)",
    ]
    if let provider = session.profile { facts.append("provider: \(provider)") }
    if !session.labels.isEmpty {
      facts.append("labels: \(session.labels.sorted().joined(separator: ", "))")
    }
    facts += [
      "access token: \(accessToken)", "refresh token: \(refreshToken)",
      "tokens from: \(session.obtainedAt.formatted(.iso8601)) (generation \(session.generation))",
    ]
    if let marker = session.refreshMarker {
      facts.append(
        "a refresh started at \(marker.startedAt.formatted(.iso8601)) and its outcome is unknown; "
          + "the next refresh determines it")
    }
    return [session.name + (isDefault ? " (default)" : "")] + facts.map { "  " + $0 }
  }

  /// How long the access token lasts, in words.
  var accessToken: String {
    switch session.expiry {
    case .unknown: return "valid; its expiry is not known"
    case .never: return "valid; it does not expire"
    case .at(let end):
      let rest = end.timeIntervalSince(now)
      if rest > 0 { return "valid until \(end.formatted(.iso8601)) (\(TimeLeft.text(rest)) left)" }
      return isUsable
        ? "expired since \(end.formatted(.iso8601)); it will be replaced"
        : "expired since \(end.formatted(.iso8601)); sign in again"
    }
  }

  /// Whether there is a refresh token and how long it lasts, in words.
  var refreshToken: String {
    guard session.refreshToken != nil else { return "none" }
    guard let end = session.refreshExpiry.date else { return "stored; its expiry is not known" }
    let rest = end.timeIntervalSince(now)
    return rest > 0
      ? "valid until \(end.formatted(.iso8601)) (\(TimeLeft.text(rest)) left)"
      : "expired since \(end.formatted(.iso8601))"
  }

  /// The same as JSON.
  var json: JSONObject {
    var json: JSONObject = [
      "name": .string(session.name), "default": .bool(isDefault),
      "issuer": .string(session.account.issuer), "subject": .string(session.account.subject),
      "client_id": .string(session.account.clientID),
    ]
    json["provider"] = session.profile.map(JSONValue.string)
    json["labels"] = .array(session.labels.sorted().map(JSONValue.string))
    json["usable"] = .bool(isUsable)
    json["state"] = .string(state.name)
    json["access_token"] = .object(accessTokenJSON)
    json["refresh_token"] = .object(refreshTokenJSON)
    json["obtained_at"] = Self.number(session.obtainedAt)
    json["generation"] = .number(JSONNumber(session.generation))
    if let marker = session.refreshMarker {
      json["refresh_begun"] = [
        "at": Self.number(marker.startedAt), "attempts": .number(JSONNumber(marker.attempts)),
      ]
    }
    return json
  }

  /// When the access token ends; the token itself is not in it.
  var accessTokenJSON: JSONObject { expiryJSON(session.expiry) }

  /// Whether there is a refresh token and when it ends; the token itself is not in it.
  var refreshTokenJSON: JSONObject {
    var json: JSONObject = ["stored": .bool(session.refreshToken != nil)]
    guard session.refreshToken != nil else { return json }
    for (name, value) in expiryJSON(session.refreshExpiry) { json[name] = value }
    return json
  }

  private func expiryJSON(_ expiry: Expiry) -> JSONObject {
    switch expiry {
    case .unknown: return ["expires": "unknown"]
    case .never: return ["expires": "never"]
    case .at(let end):
      return [
        "expires": "at", "expires_at": Self.number(end),
        "expires_in": .number(JSONNumber(Self.whole(max(0, end.timeIntervalSince(now))))),
      ]
    }
  }

  private static func number(_ date: Date) -> JSONValue {
    .number(JSONNumber(whole(date.timeIntervalSince1970)))
  }

  private static func whole(_ seconds: Double) -> Int { Int(min(max(seconds, -1e15), 1e15)) }
}
