// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What a program asks its helper.
public struct HelperQuestion: Sendable {
  /// What is to be done.
  public enum Purpose: Sendable {
    /// A credential is wanted.
    case credential
    /// Another one is wanted: the server has not accepted the last one.
    case replacement
    /// The server has not accepted this token.
    case rejected(Secret)
    /// Nothing that needs a credential.
    case answer(HelperOutput)
  }

  /// What is to be done.
  public var purpose = Purpose.credential
  /// Where the credential goes; nil where the program does not say it.
  public var place: Place?
  /// The user name that the program has already.
  public var username: String?
  /// The account, where the helper's own arguments name it.
  public var account: String?
  /// Which token the program takes, where the protocol says so.
  public var token: CredentialForm.Token?

  /// A credential for a place.
  public init(_ place: Place?) {
    self.place = place
  }

  /// Something that needs no credential.
  public static func answered(_ output: HelperOutput) -> HelperQuestion {
    var question = HelperQuestion(nil)
    question.purpose = .answer(output)
    return question
  }
}
