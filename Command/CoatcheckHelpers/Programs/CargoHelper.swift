// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckOAuth

/// `cargo`: [`cargo:token-from-stdout`](https://doc.rust-lang.org/cargo/reference/registry-authentication.html#cargotoken-from-stdout-command-args).
///
/// ```
/// credential-provider = ["cargo:token-from-stdout", "coatcheck", "helper", "cargo"]
/// ```
struct CargoHelper: CredentialHelper {
  static let name = "cargo"

  let question: HelperQuestion

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard words.isEmpty, let index = variable("CARGO_REGISTRY_INDEX_URL") else {
      throw CommandFailure(
        .usage, "CARGO_REGISTRY_INDEX_URL does not say for which registry it is",
        hint: "have cargo start this helper, by cargo:token-from-stdout")
    }
    let address = index.hasPrefix("sparse+") ? String(index.dropFirst(7)) : index
    question = HelperQuestion(try Place(address))
  }

  /// "[…] the token […] is the full value of the Authorization header."
  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    HelperOutput("Bearer \(credential.token.reveal())\n")
  }
}
