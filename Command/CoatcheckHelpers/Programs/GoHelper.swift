// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckOAuth

/// `go` 1.24 and later: [`GOAUTH`](https://pkg.go.dev/cmd/go#hdr-GOAUTH_environment_variable), with the address of the
/// modules.
///
/// ```
/// go env -w GOAUTH='coatcheck helper go https://go.example'
/// ```
struct GoHelper: CredentialHelper {
  static let name = "go"

  let question: HelperQuestion
  private let place: Place

  /// "[…] the GOAUTH command is invoked again with the URL as an argument and the HTTP response on stdin."
  static func readsInput(_ words: [String]) -> Bool { words.count == 2 }

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard (1...2).contains(words.count) else {
      throw CommandFailure(
        .usage, "go takes one address, as https://go.example",
        hint: "set it with: go env -w GOAUTH='coatcheck helper go https://go.example'")
    }
    place = try Place(words[0])
    var question = HelperQuestion(place)
    if words.count == 2 {
      let status = String(decoding: input.prefix { $0 != 0x0A }, as: UTF8.self).split(
        separator: " ")
      // Only after 401: go often requests modules that do not exist, and another token does not change
      // that.
      let isRefused = status.count > 1 && status[1] == "401"
      question.purpose = isRefused ? .replacement : .answer(HelperOutput())
    }
    self.question = question
  }

  /// "CredentialSet = URLLine { URLLine } BlankLine HeaderLine { HeaderLine } BlankLine"
  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    HelperOutput("\(place)\n\nAuthorization: Bearer \(credential.token.reveal())\n\n")
  }
}
