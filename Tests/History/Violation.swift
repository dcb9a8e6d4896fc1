// SPDX-License-Identifier: Apache-2.0

/// A rule that a server has broken, and the code, token or other subject of the calls.
public struct Violation: Sendable, CustomStringConvertible {
  /// The rules that clients can check.
  public enum Rule: String, Sendable, CaseIterable {
    case codeRedeemedTwice = "a code is redeemed once"
    case forked = "a refresh token has one successor"
    case spentAccepted = "a refresh token whose successor was used is refused"
    case lost = "what was acknowledged works until it is used, or its family ends"
    case revived = "an ended family or session stays ended"
    case acceptedTwice = "what is good once is accepted once"
    case limitExceeded = "no more attempts are allowed than the limit"
  }

  /// The rule that was broken.
  public let rule: Rule
  /// The code, token, key, request, session or client.
  public let subject: String

  /// The rule and the beginning of the subject.
  public var description: String { "not kept: \(rule.rawValue) (\(subject.prefix(12)))" }
}
