// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth

/// Google's libraries, where a workload identity has an
/// [executable source](https://google.aip.dev/auth/4117#determining-the-subject-token-in-executable-sourced-credentials).
///
/// The user's own credential configuration file names the account. The audience of the ID token is the one
/// that the account signed in for.
struct GoogleHelper: CredentialHelper {
  static let name = "google"

  let question: HelperQuestion
  private let type: String

  private static let accessToken = "urn:ietf:params:oauth:token-type:access_token"
  private static let idTokens = [
    "urn:ietf:params:oauth:token-type:id_token", "urn:ietf:params:oauth:token-type:jwt",
  ]

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    guard words.count == 1 else { throw CommandFailure(.usage, "google takes one account") }
    type = variable("GOOGLE_EXTERNAL_ACCOUNT_TOKEN_TYPE") ?? Self.idTokens[0]
    var question = HelperQuestion(nil)
    question.account = words[0]
    question.token = .id
    self.question = question
    guard Self.idTokens.contains(type) else {
      throw CommandFailure(.usage, "the subject token type is not one of an ID token")
    }
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    var answer: JSONObject = [
      "version": 1, "success": true, "token_type": .string(type),
      "id_token": .string(credential.token.reveal()),
    ]
    if let end = credential.end {
      answer["expiration_time"] = .number(JSONNumber(Int(end.timeIntervalSince1970)))
    }
    return HelperOutput(answer)
  }

  /// A response that reports the failure, with exit status 0. Of a program that fails, the library shows
  /// only the status; and it reads standard error as a part of the response.
  func answer(_ failure: CommandFailure) -> HelperOutput {
    HelperOutput(
      [
        "version": 1, "success": false, "code": .string(failure.code),
        "message": .string(UntrustedText.printable(failure.message, limit: 1024)),
      ])
  }
}
