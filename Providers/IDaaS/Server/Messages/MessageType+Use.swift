// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol

/// What each type of message is used for.
extension MessageType {
  /// The purpose of the pending login that it is for; nil for codes without such a login.
  var purpose: PendingBinding.Purpose? {
    switch self {
    case .bindMobile, .bindEmail: .bind
    case .registerMobile, .registerEmail: .register
    default: nil
    }
  }

  /// Whether only a signed-in user may request it.
  var belongsToUser: Bool {
    switch self {
    case .updatePassword, .updateMobile, .deleteAccount, .unbindSocial: true
    case .bindMobile, .registerMobile, .bindEmail, .registerEmail, .loginMobile,
      .forgottenPassword, .secondFactor:
      false
    }
  }

  /// Whether it can be sent to a contact of this kind: a message for phones is not sent by e-mail.
  func fits(_ contact: Contact) -> Bool {
    switch contact {
    case .email: self == .bindEmail || self == .registerEmail
    case .phone: self != .bindEmail && self != .registerEmail
    }
  }

  /// The message that verifies a contact for a pending login.
  static func proving(_ contact: Contact, for purpose: PendingBinding.Purpose) -> MessageType {
    switch (contact, purpose) {
    case (.phone, .bind): .bindMobile
    case (.phone, .register): .registerMobile
    case (.email, .bind): .bindEmail
    case (.email, .register): .registerEmail
    }
  }
}
