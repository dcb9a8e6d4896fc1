// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// Times as PhotoColle writes them: [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339#section-5.6).
enum PhotoColleDate {
  /// A time in UTC: `2026-11-21T10:00:00Z`.
  static func text(_ date: Date) -> String { date.formatted(.iso8601) }

  /// A time, with a fraction of a second or without.
  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}
