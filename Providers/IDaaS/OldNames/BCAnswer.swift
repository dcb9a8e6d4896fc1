// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The code and the data that a handler is called with.
struct BCAnswer: Sendable, Hashable {
  let code: String
  /// A text or an object.
  let data: JSONValue

  private init(_ code: String, _ data: JSONValue) {
    self.code = code
    self.data = data
  }

  /// It went well: 0.
  static func success(_ data: JSONValue) -> BCAnswer { BCAnswer("0", data) }

  /// It failed, and the service has no code for it: 1.
  static func failure(_ data: JSONValue) -> BCAnswer { BCAnswer("1", data) }

  /// A parameter is empty: 1.
  static func missing(_ parameter: String) -> BCAnswer {
    failure(.string("Parameter \(parameter) cannot be left blank."))
  }

  /// An error: the service's code or the document's number where there is one, else 1; and a text.
  init(_ error: OAuthError) {
    self.init(error.providerCode ?? "1", .string(error.peerDescription ?? error.reason))
  }

  /// An error of the login by calls: 1, and a dictionary with the error code and the text.
  static func inside(_ error: OAuthError) -> BCAnswer {
    .failure([
      "error_code": .string(error.providerCode ?? error.code.rawValue),
      "error_msg": .string(error.peerDescription ?? error.reason),
    ])
  }

  /// The reason why an ID token is invalid, as one of the document's numbers, and a text.
  init(_ refusal: IDTokenRefusal) {
    self.init(refusal.code.rawValue, .string(refusal.error.reason))
  }

  /// The reply to a login, a binding or a registration: 0, 101 while it is pending, or 1 when it is denied.
  init(_ reply: LoginReply) {
    switch reply {
    case .tokens: self = .success(reply.json)
    case .pending: self.init("101", reply.json)
    case .denied: self = .denied
    }
  }

  static let denied = failure("A policy of the tenant refuses this sign-in.")
}
