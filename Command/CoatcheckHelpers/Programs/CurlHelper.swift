// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckOAuth

/// `curl`: a configuration with the address and the token, so that neither the arguments nor a file shows it.
///
/// ```
/// curl -K <(coatcheck helper curl https://api.example/photos)
/// ```
struct CurlHelper: CredentialHelper {
  static let name = "curl"

  let question: HelperQuestion
  private let address: String

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard words.count == 1 else {
      throw CommandFailure(.usage, "curl takes one address, as https://api.example/photos")
    }
    address = words[0]
    question = HelperQuestion(try Place(address))
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    HelperOutput(
      "url = \"\(Self.escaped(address))\"\noauth2-bearer = \"\(Self.escaped(credential.token.reveal()))\"\n"
    )
  }

  /// curl(1), `--config`: "within double quotes, the following escape sequences are available: \\, \", …".
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
