// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckServer

/// The audit events of logins.
extension AuditEvent.Name {
  /// A user whom a social network knows signed in.
  static let socialLogin = Self(rawValue: "social_login")
  /// A login waits for its user: it has to be bound, or registered.
  static let bindingBegun = Self(rawValue: "binding_begun")
  /// A login was refused: why.
  static let socialLoginRefused = Self(rawValue: "social_login_refused")
  /// An identity of a social network was linked to a user.
  static let linkAdded = Self(rawValue: "link_added")
  /// A user was made by a login.
  static let userCreated = Self(rawValue: "user_created")
  /// A binding was refused: why.
  static let bindingRefused = Self(rawValue: "binding_refused")
  /// A code was wrong.
  static let codeWrong = Self(rawValue: "code_wrong")
  /// No code is tried for a number or address any more today.
  static let codesLocked = Self(rawValue: "codes_locked")
  /// The gateway took a message.
  static let messageSent = Self(rawValue: "message_sent")
  /// The gateway did not take a message, or is not known.
  static let messageFailed = Self(rawValue: "message_failed")
  /// A message was not sent since there were too many.
  static let messageThrottled = Self(rawValue: "message_throttled")
  /// A message was not sent since nothing is sent there.
  static let messageRefused = Self(rawValue: "message_refused")
}

extension IDaaSServer {
  /// Records what happened in a call.
  ///
  /// - Parameter details: Identifiers and reasons. No token, no code, no full number or address.
  func audit(
    _ name: AuditEvent.Name, _ context: CallContext, _ details: [String: String] = [:]
  ) {
    var all = details
    all["client"] = context.application.id
    all["source"] = context.source.key
    all["request"] = context.requestID
    audit(AuditEvent(name, all))
  }
}
