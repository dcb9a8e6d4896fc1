// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// `docker`, `skopeo` and others that read its configuration:
/// [credential helpers](https://github.com/docker/docker-credential-helpers#development).
struct DockerHelper: CredentialHelper {
  static let name = "docker"
  static let links = ["docker-credential-coatcheck"]
  // An image is pulled with many requests, and asked for once.
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
    // docker sends no line break, and users who try it do.
    server = text.hasSuffix("\n") ? String(text.dropLast()) : text
    switch words {
    case ["get"]: question = HelperQuestion(try Place(server))
    // The token that a login brings is the server's own; users are signed in already, and nothing is kept.
    case ["store"], ["erase"]: question = .answered(HelperOutput())
    // What is listed would be asked for at each build, and sent to the engine.
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

  /// The sentence by which docker knows that it can go on without.
  var unknownPlace: HelperOutput {
    HelperOutput("credentials not found in native keychain\n", status: .failure)
  }

  /// skopeo shows what comes on standard output, docker what comes on standard error.
  func answer(_ failure: CommandFailure) -> HelperOutput {
    HelperOutput(UntrustedText.printable(failure.message, limit: 1024) + "\n", failure: failure)
  }
}
