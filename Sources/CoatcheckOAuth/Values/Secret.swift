// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Text that must never reach a log, an error or a crash report: a token, a code, a password.
///
/// It prints as `[redacted]` however it is printed, it has no `==` (use ``matches(_:)``, which
/// takes the same time whatever differs), and its text is reached by the one call ``reveal()``,
/// which is easy to search for.
public struct Secret: Sendable {
  private let text: String

  /// Creates a secret that holds `text`.
  public init(_ text: String) {
    self.text = text
  }

  /// The text itself. Send it or store it; do not print it.
  public func reveal() -> String {
    text
  }

  /// Whether `other` holds the same bytes. The comparison takes the same time wherever the bytes differ;
  /// different lengths are found at once.
  public func matches(_ other: Secret) -> Bool {
    ConstantTime.equal(text.utf8, other.text.utf8)
  }

  /// Whether there is no text at all.
  public var isEmpty: Bool { text.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `[redacted]`.
  public var description: String { "[redacted]" }
  /// Always `[redacted]`.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
