// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
public import CoatcheckFoundation

/// The note in a stored session that a refresh request was sent, and that its outcome is not stored yet.
///
/// It is stored before the request and removed with the tokens that come back. Where it is found later, the
/// program was stopped in between: the refresh token may be used, and its successor lost. Some
/// authorization servers return the same successor again for a short while.
public struct RefreshMarker: Sendable, Hashable {
  /// When the first request of the refresh was sent, by the wall clock.
  public let startedAt: Date
  /// How many times the same refresh was begun, this time included.
  public let attempts: Int

  /// Creates the note.
  ///
  /// - Parameters:
  ///   - startedAt: When the first request of the refresh was sent, by the wall clock.
  ///   - attempts: How many times the same refresh was begun, this time included.
  public init(startedAt: Date, attempts: Int = 1) {
    self.startedAt = startedAt
    self.attempts = attempts
  }

  /// How long the authorization server may return the same successor again after a refresh was
  /// interrupted, in seconds.
  ///
  /// Servers that do so accept a repetition for 3 to 60 seconds.
  private static let window: TimeInterval = 60

  /// Whether the interrupted refresh should be repeated at once, even if the access token is still
  /// valid: the server returns the same successor for a short while only.
  package func isUrgent(at now: Date) -> Bool {
    abs(now.timeIntervalSince(startedAt)) < Self.window
  }

  var json: JSONObject {
    var json: JSONObject = ["attempts": .number(JSONNumber(attempts))]
    json["started_at"] = JSONNumber(startedAt.timeIntervalSince1970).map(JSONValue.number)
    return json
  }

  init(json value: JSONValue) throws(OAuthError) {
    guard let json = value.objectValue, let startedAt = json["started_at"]?.doubleValue,
      let attempts = json["attempts"]?.intValue
    else {
      throw .unreadable(
        .storeDamaged, "The stored session cannot be read.", parameter: "refresh_marker")
    }
    self.init(startedAt: Date(timeIntervalSince1970: startedAt), attempts: attempts)
  }
}
