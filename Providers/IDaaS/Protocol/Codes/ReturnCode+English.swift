// SPDX-License-Identifier: Apache-2.0

extension ReturnCode {
  /// The message in English, with `{0}` and `{1}` for its arguments.
  var english: String {
    switch self {
    case .parameterMissing: "The parameter {0} is missing or empty."
    case .parameterFormat: "The parameter {0} is not in its format."
    case .deviceIncomplete: "The request does not describe the device."
    case .signatureUnreadable: "The signature cannot be read."
    case .expired: "{0} is over."
    case .parameterValue: "The parameter {0} has a wrong value."
    case .parameterType: "The parameter {0} has a wrong type."
    case .busy: "The service is busy. Please try again in a while."
    case .sourceUnknown: "This way to sign in is not set up."
    case .tenantUnreadable: "The tenant's configuration cannot be read."
    case .areaCodesUnreadable: "The list of countries cannot be read."
    case .clientUnknown: "No application has this client id."
    case .userUnknown: "There is no such user."
    case .privateKeyMissing: "The application has no private key."
    case .interfaceFailed: "Asking {0} failed."
    case .notBound: "This account is not linked to a user."
    case .locked: "There were too many wrong tries. It goes on in {0} minutes and {1} seconds."
    case .passwordPolicyUnreadable: "The rules for passwords cannot be read."
    case .wrongPassword: "The user name or the password is wrong. Tries left: {0}."
    case .weChatMissing: "Signing in with WeChat is not set up."
    case .alipayMissing: "Signing in with Alipay is not set up."
    case .oneClickMissing: "Signing in with the phone's own number is not set up."
    case .slideMissing: "There is no picture for the {0} captcha."
    case .slideUnreadable: "The position in the {0} captcha cannot be read."
    case .slideWrong: "The piece of the {0} captcha is not in its place."
    case .captchaWrong: "The captcha has to be solved again."
    case .codeWrong: "The code of the text message is wrong."
    case .emailCodeWrong: "The code of the e-mail is wrong."
    case .messageTypeUnknown: "No messages of this kind are sent."
    case .sendingFailed: "The code could not be sent."
    case .unbindingFailed: "The social account could not be unlinked."
    case .alreadyBound: "There is a link already. Undo it first."
    case .passwordLength: "The password is too short or too long."
    case .passwordIsUserName: "The password is the user name."
    case .passwordTooSimple: "The password needs more kinds of characters."
    case .passwordWeak: "Too many users have this password."
    case .passwordUsedBefore: "This password was used before."
    case .passwordReversesUserName: "The password is the user name backwards."
    case .passwordRepeats: "The password repeats a character too often."
    case .passwordContainsUserData:
      "The password contains the user name, the phone number, the e-mail address or the name."
    case .mobileMismatch: "This phone number is not the user's."
    case .accessPolicyWrong: "The access policy is badly configured."
    case .accessSourceWrong: "The access policy names a source of another type."
    }
  }
}
