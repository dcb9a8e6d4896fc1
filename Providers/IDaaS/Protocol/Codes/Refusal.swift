// SPDX-License-Identifier: Apache-2.0

/// An error response of the interface, as its server throws it and its client reads it.
public struct Refusal: Error, Sendable, Hashable {
  /// What it is.
  public var code: ReturnCode
  /// What the code's text has placeholders for: the name of a parameter, minutes and seconds.
  public var arguments: [String]
  /// What exactly was wrong.
  public var detail: RefusalDetail?
  /// How many seconds to wait before the next try.
  public var retryAfter: Int?
  /// How many tries are left.
  public var attemptsLeft: Int?

  /// Describes an error response.
  public init(
    _ code: ReturnCode, _ arguments: String..., detail: RefusalDetail? = nil,
    retryAfter: Int? = nil, attemptsLeft: Int? = nil
  ) {
    self.code = code
    self.arguments = arguments
    self.detail = detail
    self.retryAfter = retryAfter
    self.attemptsLeft = attemptsLeft
  }
}
