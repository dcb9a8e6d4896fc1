// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The request of a program to its helper, parsed.
public struct HelperQuestion: Sendable {
  /// The kind of a request.
  public enum Purpose: Sendable {
    /// The program requests a credential.
    case credential
    /// The program requests another credential: the server has rejected the last one.
    case replacement
    /// The program reports that the server has rejected this token, and expects no credential.
    case rejected(Secret)
    /// The request needs no credential, and this is the output for it.
    case answer(HelperOutput)
  }

  /// The kind of the request.
  public var purpose = Purpose.credential
  /// Where the program sends the credential; nil if its protocol does not say that.
  public var place: Place?
  /// The user name that the program already has; nil if it has no user name.
  public var username: String?
  /// The account that the helper's own arguments name; nil if they name no account. `--account` has
  /// precedence.
  public var account: String?
  /// Which token the program takes; nil if the rule for the place decides.
  public var token: CredentialForm.Token?

  /// Creates a request for a credential.
  ///
  /// - Parameter place: Where the program sends the credential; nil if its protocol does not say that.
  public init(_ place: Place?) {
    self.place = place
  }

  /// Creates a request that needs no credential.
  ///
  /// - Parameter output: The output for the request.
  public static func answered(_ output: HelperOutput) -> HelperQuestion {
    var question = HelperQuestion(nil)
    question.purpose = .answer(output)
    return question
  }
}
