// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckServer

/// The audit events of logins.
extension AuditEvent.Name {
  /// A user signed in through a social network.
  static let socialLogin = Self(rawValue: "social_login")
  /// A login is pending: its user has to bind an account or register.
  static let bindingBegun = Self(rawValue: "binding_begun")
  /// A login was refused, with the reason.
  static let socialLoginRefused = Self(rawValue: "social_login_refused")
  /// An identity of a social network was linked to a user.
  static let linkAdded = Self(rawValue: "link_added")
  /// A login created a user.
  static let userCreated = Self(rawValue: "user_created")
  /// A binding was refused, with the reason.
  static let bindingRefused = Self(rawValue: "binding_refused")
  /// A code was wrong.
  static let codeWrong = Self(rawValue: "code_wrong")
  /// A number or address has reached the daily limit of wrong codes.
  static let codesLocked = Self(rawValue: "codes_locked")
  /// The gateway accepted a message.
  static let messageSent = Self(rawValue: "message_sent")
  /// The gateway did not accept a message, or the outcome is unknown.
  static let messageFailed = Self(rawValue: "message_failed")
  /// A message was not sent because of a limit.
  static let messageThrottled = Self(rawValue: "message_throttled")
  /// A message was not sent because its region is not served.
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
