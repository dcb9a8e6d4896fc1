// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth

/// `bazel`: the [credential helper specification](https://github.com/EngFlow/credential-helper-spec/blob/main/spec.md).
struct BazelHelper: CredentialHelper {
  static let name = "bazel"
  static let links = ["bazel-credential-coatcheck"]

  let question: HelperQuestion

  static func readsInput(_ words: [String]) -> Bool { true }

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard words == ["get"] else { throw CommandFailure(.usage, "bazel asks with get") }
    guard let address = (try? JSONObject(parsing: input))?["uri"]?.stringValue else {
      throw CommandFailure(.usage, "what bazel sends has no uri")
    }
    question = HelperQuestion(try Place(address))
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    var answer: JSONObject = [
      "headers": ["Authorization": [.string("Bearer \(credential.token.reveal())")]]
    ]
    if let end = credential.end { answer["expires"] = .string(end.formatted(.iso8601)) }
    return HelperOutput(answer)
  }

  /// No headers: Bazel sends the request without credentials.
  var unknownPlace: HelperOutput { HelperOutput(["headers": [:]]) }
}
