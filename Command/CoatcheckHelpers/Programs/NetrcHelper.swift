// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckOAuth

/// Programs that read a
/// [`.netrc`](https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html): the token as a password,
/// for one machine.
///
/// ```
/// curl --netrc-file <(coatcheck helper netrc https://git.example) https://git.example/a.git/info/refs
/// ```
struct NetrcHelper: CredentialHelper {
  static let name = "netrc"

  let question: HelperQuestion
  private let machine: String

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard words.count == 1 else {
      throw CommandFailure(.usage, "netrc takes one address, as https://git.example")
    }
    let place = try Place(words[0])
    question = HelperQuestion(place)
    // The `machine` of a .netrc file has no port.
    machine = place.host
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    let login = credential.form.username ?? "oauth2"
    guard !login.contains(where: \.isWhitespace) else {
      throw CommandFailure(.usage, "the user name has spaces, which a .netrc cannot hold")
    }
    return HelperOutput(
      "machine \(machine) login \(login) password \(credential.token.reveal())\n")
  }
}
