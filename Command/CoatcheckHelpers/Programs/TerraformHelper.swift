// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// `terraform`: [credentials helpers](https://developer.hashicorp.com/terraform/internals/credentials-helpers).
struct TerraformHelper: CredentialHelper {
  static let name = "terraform"
  static let links = ["terraform-credentials-coatcheck"]
  // The token is read once, and a plan may take long.
  static let minimumLife = 300.0

  let question: HelperQuestion

  static func readsInput(_ words: [String]) -> Bool { false }

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    switch words.first {
    case "get" where words.count == 2: question = HelperQuestion(try Place(words[1]))
    case "store", "forget":
      throw CommandFailure(
        .usage, "coatcheck keeps no tokens of terraform",
        hint: "sign in with: coatcheck login, and sign out with: coatcheck logout")
    default: throw CommandFailure(.usage, "terraform asks with get, store or forget")
    }
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    HelperOutput(["token": .string(credential.token.reveal())])
  }

  /// "If no credentials are available for the given hostname then the helper […] must print an empty JSON object".
  var unknownPlace: HelperOutput { HelperOutput("{}\n") }
}
