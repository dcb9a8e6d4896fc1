// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// What a person asks a code for.
struct CodeRequest: Sendable {
  /// Where it goes, as it was typed.
  var contact: TypedContact
  /// What it is for.
  var type: MessageType
  /// The proof of a captcha.
  var captchaToken: Secret
  /// The login that waits for it: `X-state-token`; nil for codes of people who are signed in.
  var stateToken: Secret?
  /// Who asks, for codes of people who are signed in.
  var userID: String?
}

extension IDaaSServer {
  /// Sends a code, for calls and pages alike.
  ///
  /// - Returns: how many seconds to wait before the next one.
  func sendCode(_ request: CodeRequest, _ context: CallContext) async throws -> Int {
    throw Refusal(.busy)
  }
}
