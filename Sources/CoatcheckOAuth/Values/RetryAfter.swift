// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The `Retry-After` field: how long a peer asks a client to wait before the next request.
///
/// [RFC 9110 §10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3).
public enum RetryAfter {
  /// The maximum wait that is accepted: one hour. Longer ones are shortened to it, so that a peer cannot
  /// stop a client indefinitely.
  public static let longest: Duration = .seconds(3600)

  /// Reads the field: a number of seconds or an HTTP date.
  ///
  /// - Parameters:
  ///   - value: The value of the field, such as `120` or `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///   - now: The wall-clock time when the response arrived, from which the wait until a date is counted.
  /// - Returns: From one second (also for a date in the past, so that no caller spins) to ``longest``;
  ///   nil when the field is neither.
  public static func parse(_ value: String, now: Date) -> Duration? {
    let text = value.trimmingSpaces
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return clamp(Double(text) ?? .infinity)
    }
    return HTTPDate.parse(text).map { clamp($0.timeIntervalSince(now)) }
  }

  /// The value of the field for a wait, as a number of seconds.
  ///
  /// - Parameter wait: The time to wait. It is rounded up to whole seconds, and to one second at least.
  public static func value(_ wait: Duration) -> String {
    let parts = wait.components
    return String(max(1, parts.seconds + (parts.attoseconds > 0 ? 1 : 0)))
  }

  private static func clamp(_ seconds: Double) -> Duration {
    .seconds(Int(min(max(seconds, 1), 3600).rounded(.up)))
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at both ends.
  var trimmingSpaces: String {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
    return String(rest)
  }
}
