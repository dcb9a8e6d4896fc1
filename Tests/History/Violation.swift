// SPDX-License-Identifier: Apache-2.0

/// What no server may do, with the calls that show it.
public struct Violation: Sendable, CustomStringConvertible {
  /// The rules of tokens, as a client can see them kept.
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
