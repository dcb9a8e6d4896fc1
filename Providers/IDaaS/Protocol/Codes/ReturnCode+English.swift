// SPDX-License-Identifier: Apache-2.0

extension ReturnCode {
  /// The message in English, with `{0}` and `{1}` for its arguments: the words of the vendor's table of return codes, letter by
  /// letter, because apps show them and compare them. What they mean in plain words is ``advice``.
  var english: String {
    switch self {
    case .parameterMissing: "Parameter {0} cannot be left blank"
    case .parameterFormat: "The {0} parameter format is incorrect"
    case .deviceIncomplete: "Device information is incomplete"
    case .signatureUnreadable: "Signature decryption error"
    case .expired: "The {0} has failed"
    case .parameterValue: "The {0} parameter error"
    case .parameterType: "The {0} parameter type error"
    case .busy: "The system is busy. Try again later"
    case .sourceUnknown: "Unknown authentication configuration"
    case .tenantUnreadable: "Failed to obtain the enterprise center global configuration"
    case .areaCodesUnreadable: "Failed to obtain the international area code configuration"
    case .clientUnknown:
      "The x-client-ID is incorrect and the corresponding application cannot be found"
    case .userUnknown: "The corresponding user is not found"
    case .privateKeyMissing: "Application private key not found"
    case .interfaceFailed: "Error calling interface {0}"
    case .notBound: "User not bound"
    case .locked:
      "The user has been locked due to too many unsuccessful login attempts. "
        + "It will be unlocked in {0} minutes and {1} seconds"
    case .passwordPolicyUnreadable: "Failed to obtain the password policy"
    case .wrongPassword: "Invalid username or password. Remaining login attempts: {0}"
    case .weChatMissing: "Configuration error, unable to find wechat authentication source"
    case .alipayMissing: "Configuration error, unable to find alipay authentication source"
    case .oneClickMissing:
      "The configuration is incorrect. The one-click login authentication source cannot be found"
    case .slideMissing: "{0} slide base map is not initialized successfully, please check the path"
    case .slideUnreadable: "{0} verification code coordinate resolution failed"
    case .slideWrong: "{0} verification code coordinate verification fails"
    case .captchaWrong: "The graphic verification code is incorrect"
    case .codeWrong: "SMS verification code verification is incorrect"
    case .emailCodeWrong: "The email verification code is incorrect"
    case .messageTypeUnknown: "Sending scenario does not exist"
    case .sendingFailed: "Failed to send the verification code"
    case .unbindingFailed: "The social account is unbound incorrectly"
    case .alreadyBound: "The social account has been bound, please unbind it first"
    case .passwordLength: "The password length is incorrect"
    case .passwordIsUserName: "The password cannot be the username"
    case .passwordTooSimple: "Your password complexity is low"
    case .passwordWeak: "The password is weak"
    case .passwordUsedBefore: "The password is used before, cannot be used again"
    case .passwordReversesUserName: "Password cannot username in reverse order"
    case .passwordRepeats: "The number of repeated password characters exceeded the upper limit"
    case .passwordContainsUserData:
      "Password cannot contain :username, phone number, email prefix, name in PinYing"
    case .mobileMismatch: "The mobile doesn't match the user"
    case .accessPolicyWrong: "The access control policy is incorrect"
    case .accessSourceWrong: "Access control authentication source type conversion error"
    }
  }
}
