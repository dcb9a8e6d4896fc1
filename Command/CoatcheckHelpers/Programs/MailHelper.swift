// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckOAuth

/// Mail programs that run a command for a password: the token alone, which they put into `XOAUTH2` or `OAUTHBEARER`
/// ([RFC 7628](https://www.rfc-editor.org/rfc/rfc7628)) themselves.
///
/// There is no place to look up: the program does not say where it sends the token. The command is in the
/// user's own configuration.
struct MailHelper: CredentialHelper {
  static let name = "mail"
  // Some programs wait for minutes after the server has refused a token.
  static let minimumLife = 120.0

  let question: HelperQuestion

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard words.count < 2 else { throw CommandFailure(.usage, "mail takes one account") }
    var question = HelperQuestion(nil)
    question.account = words.first
    self.question = question
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    HelperOutput(credential.token.reveal() + "\n")
  }
}
