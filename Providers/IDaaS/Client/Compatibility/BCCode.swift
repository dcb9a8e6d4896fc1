// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The codes that the document's handlers get, beside the service's own.
enum BCCode {
  /// It went well.
  static let success = "0"
  /// It failed, and the service has no code for it.
  static let failure = "1"
  /// Something is still to be done.
  static let pending = "101"
}

/// What a handler is called with.
struct BCAnswer: Sendable, Hashable {
  let code: String
  let data: BCData

  init(_ code: String, _ data: BCData) {
    self.code = code
    self.data = data
  }

  init(_ code: String, _ text: String) { self.init(code, .text(text)) }

  /// An error: the service's code or the document's number where there is one, else 1; and a text.
  init(_ error: OAuthError) {
    self.init(error.providerCode ?? BCCode.failure, error.peerDescription ?? error.reason)
  }

  /// An error as the login by calls has it: 1, with the code inside of the dictionary.
  static func inside(_ error: OAuthError) -> BCAnswer {
    BCAnswer(
      BCCode.failure,
      .dictionary([
        "error_code": .string(error.providerCode ?? error.code.rawValue),
        "error_msg": .string(error.peerDescription ?? error.reason),
      ]))
  }

  init(_ reply: LoginReply) {
    switch reply {
    case .tokens: self.init(BCCode.success, .dictionary(reply.json.objectValue ?? [:]))
    case .pending: self.init(BCCode.pending, .dictionary(reply.json.objectValue ?? [:]))
    case .denied: self.init(BCCode.failure, "A policy of the tenant refuses this sign-in.")
    }
  }
}
