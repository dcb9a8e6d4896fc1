// SPDX-License-Identifier: Apache-2.0

/// The purpose of a code in a message: the member `type`.
public enum MessageType: String, Sendable, Hashable, CaseIterable {
  /// A phone number of an existing user is bound: `weiboSlideSMSBind`.
  case bindMobile = "BIND_MOBILE_SMS"
  /// A phone number is registered: `weiboSlideSMSRegist`.
  case registerMobile = "REGISTER_SMS"
  /// A user signs in with a phone number.
  case loginMobile = "LOGIN_SMS"
  /// A forgotten password is replaced.
  case forgottenPassword = "FORGET_PWD_SMS"
  /// A password is changed.
  case updatePassword = "UPDATE_PWD_SMS"
  /// A phone number is changed.
  case updateMobile = "UPDATE_MOBILE_SMS"
  /// A second factor is verified.
  case secondFactor = "MFA"
  /// The account is deleted.
  case deleteAccount = "DELETE_ACCOUNT_SMS"
  /// A social account is unbound.
  case unbindSocial = "UNBIND_SOCIAL_SMS"
  /// An e-mail address of an existing user is bound.
  case bindEmail = "BIND_EMAIL_EMS"
  /// An e-mail address is registered.
  case registerEmail = "REGISTER_EMS"
}
