// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol

/// What each type of message is used for.
extension MessageType {
  /// Which logins that wait may ask for it; nil for codes that belong to no such login.
  var purpose: PendingBinding.Purpose? {
    switch self {
    case .bindMobile, .bindEmail: .bind
    case .registerMobile, .registerEmail: .register
    default: nil
    }
  }

  /// Whether only a user who is signed in may ask for it.
  var belongsToUser: Bool {
    switch self {
    case .updatePassword, .updateMobile, .deleteAccount, .unbindSocial: true
    case .bindMobile, .registerMobile, .bindEmail, .registerEmail, .loginMobile,
      .forgottenPassword, .secondFactor:
      false
    }
  }

  /// Whether it goes to such a place: messages for phones are not sent by e-mail.
  func fits(_ contact: Contact) -> Bool {
    switch contact {
    case .email: self == .bindEmail || self == .registerEmail
    case .phone: self != .bindEmail && self != .registerEmail
    }
  }

  /// The message that proves a contact for a login that waits.
  static func proving(_ contact: Contact, for purpose: PendingBinding.Purpose) -> MessageType {
    switch (contact, purpose) {
    case (.phone, .bind): .bindMobile
    case (.phone, .register): .registerMobile
    case (.email, .bind): .bindEmail
    case (.email, .register): .registerEmail
    }
  }
}
