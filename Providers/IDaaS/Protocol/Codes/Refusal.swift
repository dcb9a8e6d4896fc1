// SPDX-License-Identifier: Apache-2.0

/// An error response of the interface, as its server throws it and its client reads it.
public struct Refusal: Error, Sendable, Hashable {
  /// The return code.
  public var code: ReturnCode
  /// The values for the placeholders of the code's message, such as the name of a parameter, or minutes
  /// and seconds.
  public var arguments: [String]
  /// What exactly was wrong, where the return code is too general; nil otherwise.
  public var detail: RefusalDetail?
  /// The time in seconds before the next attempt; nil when there is no such time.
  public var retryAfter: Int?
  /// The number of remaining attempts; nil when they are not limited.
  public var attemptsLeft: Int?

  /// Creates an error response.
  ///
  /// - Parameters:
  ///   - code: The return code.
  ///   - arguments: The values for the placeholders of the code's message.
  ///   - detail: What exactly was wrong; nil for no detail.
  ///   - retryAfter: The time in seconds before the next attempt; nil for no such time.
  ///   - attemptsLeft: The number of remaining attempts; nil for no limit.
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
