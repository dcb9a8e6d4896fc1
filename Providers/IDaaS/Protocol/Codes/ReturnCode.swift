// SPDX-License-Identifier: Apache-2.0

/// The return codes of the interface, which name the reason of an error response.
///
/// A server writes them as `IDAAS.SDK.COMMON.1001`; other versions of it omit the first word.
public enum ReturnCode: String, Sendable, Hashable, CaseIterable {
  /// A parameter is empty: its name.
  case parameterMissing = "COMMON.1001"
  /// A parameter's format is wrong: its name.
  case parameterFormat = "COMMON.1002"
  /// The header fields about the device are incomplete.
  case deviceIncomplete = "COMMON.1003"
  /// The signature cannot be decrypted.
  case signatureUnreadable = "COMMON.1004"
  /// Something has expired: a token, a code, a challenge. Its name.
  case expired = "COMMON.1005"
  /// A parameter's value is wrong: its name.
  case parameterValue = "COMMON.1006"
  /// A parameter's type is wrong: its name.
  case parameterType = "COMMON.1007"
  /// The server is busy.
  case busy = "COMMON.1008"
  /// The authentication source is unknown or badly configured.
  case sourceUnknown = "COMMON.1009"
  /// The tenant's configuration cannot be read.
  case tenantUnreadable = "COMMON.1010"
  /// The configuration of area codes cannot be read.
  case areaCodesUnreadable = "COMMON.1011"
  /// No application has this client id.
  case clientUnknown = "COMMON.1012"
  /// There is no such user.
  case userUnknown = "COMMON.1013"
  /// The application has no private key.
  case privateKeyMissing = "COMMON.1014"
  /// A call of another system failed: its name.
  case interfaceFailed = "LOGIN.1001"
  /// The identity is not linked to a user.
  case notBound = "LOGIN.1002"
  /// The user is locked after failures: minutes and seconds left.
  case locked = "LOGIN.1003"
  /// The password policy cannot be read.
  case passwordPolicyUnreadable = "LOGIN.1004"
  /// The user name or the password is wrong: tries left.
  case wrongPassword = "LOGIN.1005"
  /// The application has no WeChat source.
  case weChatMissing = "LOGIN.1006"
  /// The application has no Alipay source.
  case alipayMissing = "LOGIN.1007"
  /// The one-click source is not set up.
  case oneClickMissing = "LOGIN.1008"
  /// The pictures of the slider are not there: whose.
  case slideMissing = "SMS.1001"
  /// The coordinates of the slider cannot be read: whose.
  case slideUnreadable = "SMS.1002"
  /// The slider was put in the wrong place: whose.
  case slideWrong = "SMS.1003"
  /// The proof of the slider is invalid.
  case captchaWrong = "SMS.1004"
  /// The code of the message is wrong.
  case codeWrong = "SMS.1005"
  /// The code of the e-mail is wrong.
  case emailCodeWrong = "SMS.1006"
  /// There is no such kind of message.
  case messageTypeUnknown = "SMS.1007"
  /// The code could not be sent.
  case sendingFailed = "SMS.1008"
  /// The social account could not be unbound.
  case unbindingFailed = "SOCIAL.1001"
  /// The social account, or the user, is bound already.
  case alreadyBound = "SOCIAL.1002"
  /// The new password is too short or too long.
  case passwordLength = "PWD.1001"
  /// The new password is the user name.
  case passwordIsUserName = "PWD.1002"
  /// The new password has too few kinds of characters.
  case passwordTooSimple = "PWD.1003"
  /// The new password is a common one.
  case passwordWeak = "PWD.1004"
  /// The new password was used before.
  case passwordUsedBefore = "PWD.1005"
  /// The new password is the user name backwards.
  case passwordReversesUserName = "PWD.1006"
  /// The new password repeats a character too often.
  case passwordRepeats = "PWD.1007"
  /// The new password contains the user name, the phone number, the e-mail address or the name.
  case passwordContainsUserData = "PWD.1008"
  /// The phone number is not the user's.
  case mobileMismatch = "MFA.1001"
  /// The access policy is badly configured.
  case accessPolicyWrong = "MFA.1002"
  /// The access policy names a source of another type.
  case accessSourceWrong = "MFA.1003"
}
