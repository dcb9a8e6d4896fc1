// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// `pip` and `uv`, which start a program called `keyring`:
/// [pip, keyring support](https://pip.pypa.io/en/stable/topics/authentication/#keyring-support).
struct KeyringHelper: CredentialHelper {
  static let name = "keyring"
  // The link is in a folder of its own, which the user adds to the PATH to replace any other `keyring`.
  static let links = ["keyring"]

  let question: HelperQuestion
  private let wantsUser: Bool

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    let options = words.filter { $0.hasPrefix("--") }
    let rest = words.filter { !$0.hasPrefix("--") }
    guard options.allSatisfy({ ["--mode=creds", "--output=json"].contains($0) }),
      rest.first == "get", (2...3).contains(rest.count)
    else {
      throw CommandFailure(.usage, "keyring answers: get ADDRESS [USER]")
    }
    wantsUser = options.contains("--mode=creds")
    var question = HelperQuestion(try Place(rest[1]))
    question.username = rest.count > 2 ? rest[2] : nil
    self.question = question
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    let token = credential.token.reveal()
    guard wantsUser else { return HelperOutput(token + "\n") }
    return HelperOutput([
      "username": .string(credential.form.username ?? question.username ?? "oauth2"),
      "password": .string(token),
    ])
  }

  /// Fails without a message: pip asks for the address, then for the host, and continues without
  /// credentials.
  var unknownPlace: HelperOutput { HelperOutput(status: .failure) }
}
