// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// `docker`, `skopeo` and others that read its configuration:
/// [credential helpers](https://github.com/docker/docker-credential-helpers#development).
struct DockerHelper: CredentialHelper {
  static let name = "docker"
  static let links = ["docker-credential-coatcheck"]
  // docker asks once for a pull, which takes many requests.
  static let minimumLife = 300.0

  let question: HelperQuestion
  private let server: String

  static func readsInput(_ words: [String]) -> Bool { words != ["version"] }

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard let text = String(validating: input, as: UTF8.self) else {
      throw CommandFailure(.usage, "what docker sends is not UTF-8 text")
    }
    // docker sends no line break; a user who runs the helper by hand does.
    server = text.hasSuffix("\n") ? String(text.dropLast()) : text
    switch words {
    case ["get"]: question = HelperQuestion(try Place(server))
    // `docker login` is not needed: the account is signed in already, so nothing is stored or erased.
    case ["store"], ["erase"]: question = .answered(HelperOutput())
    // An empty list: docker would get every listed credential for each build, and send it to the engine.
    case ["list"]: question = .answered(HelperOutput("{}\n"))
    case ["version"]: question = .answered(HelperOutput("docker-credential-coatcheck\n"))
    default:
      throw CommandFailure(.usage, "docker asks with get, store, erase, list or version")
    }
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    HelperOutput([
      "ServerURL": .string(server),
      "Username": .string(credential.form.username ?? "oauth2"),
      "Secret": .string(credential.token.reveal()),
    ])
  }

  /// docker recognizes this sentence, and continues without credentials.
  var unknownPlace: HelperOutput {
    HelperOutput("credentials not found in native keychain\n", status: .failure)
  }

  /// On both streams: skopeo shows what is on standard output, docker what is on standard error.
  func answer(_ failure: CommandFailure) -> HelperOutput {
    HelperOutput(UntrustedText.printable(failure.message, limit: 1024) + "\n", failure: failure)
  }
}
