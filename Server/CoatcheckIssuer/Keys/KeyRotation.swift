// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import CoatcheckFoundation

/// How long signing keys are used, and how long they are published before and after that. In seconds.
public struct KeyRotation: Sendable, Equatable {
  /// How long a key signs, in seconds. 90 days.
  public let lifetime: TimeInterval
  /// How long a key is published before it signs, in seconds: caches of the key set expire in that time.
  /// 14 days.
  public let announcement: TimeInterval
  /// How long a key is published after it signed, in seconds: no token may live longer. 14 days.
  public let retention: TimeInterval

  /// The minimum ``announcement``, in seconds: a key set may be cached for five minutes, and a node looks
  /// for new keys every few seconds.
  public static let minimumAnnouncement: TimeInterval = 600

  /// The defaults.
  public static let standard = KeyRotation()

  private init() {
    lifetime = 90 * 86_400
    announcement = 14 * 86_400
    retention = 14 * 86_400
  }

  /// Creates a schedule other than ``standard``. All durations are in seconds.
  ///
  /// - Parameters:
  ///   - lifetime: How long a key signs: at least `announcement`, and ten years at most.
  ///   - announcement: How long a key is published before it signs: ``minimumAnnouncement`` or more.
  ///   - retention: How long a key is published afterwards: from 0 to ten years, and longer than any token
  ///     lives.
  /// - Throws: `misused` with the parameter that is out of its range.
  public init(
    lifetime: TimeInterval, announcement: TimeInterval, retention: TimeInterval
  ) throws(OAuthError) {
    guard announcement >= Self.minimumAnnouncement else {
      throw .misused("announcement", "A key is announced for ten minutes at least.")
    }
    guard lifetime >= announcement, lifetime <= 3_650 * 86_400 else {
      throw .misused(
        "lifetime", "A key signs for as long as it is announced at least, and ten years at most.")
    }
    guard retention >= 0, retention <= 3_650 * 86_400 else {
      throw .misused("retention", "A key is kept for ten years at most.")
    }
    self.lifetime = lifetime
    self.announcement = announcement
    self.retention = retention
  }

  /// How long a node uses the keys it read before it reads the store again, in seconds.
  static let reading: TimeInterval = 5
}
