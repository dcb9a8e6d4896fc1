// SPDX-License-Identifier: Apache-2.0

// It is longer than other files because it holds a row for each of the 43 codes.

public import CoatcheckIDaaSProtocol

extension ReturnCode {
  /// What follows from it.
  public var advice: Advice {
    switch self {
    case .parameterMissing: Advice(.fixApp, "The app left out something that the service needs.")
    case .parameterFormat:
      Advice(
        .correctInput,
        "Something that was typed is not written as it should be: look at the phone number, the address or the code."
      )
    case .deviceIncomplete: Advice(.fixApp, "The app has to say what device it runs on.")
    case .signatureUnreadable:
      Advice(
        .fixApp,
        "The app seals its calls with another key than the service has for it.")
    case .expired: Advice(.startAgain, "It waited for too long. Begin again.")
    case .parameterValue:
      Advice(
        .startAgain,
        "What was sent does not belong to this sign-in. Begin again.")
    case .parameterType:
      Advice(
        .fixApp,
        "The app sent a number for a text, or the other way round.")
    case .busy: Advice(.retryLater, "The service is busy. Try again in a moment.")
    case .sourceUnknown: Advice(.askOperator, "The sign-in with Weibo is not set up for this app.")
    case .tenantUnreadable: Advice(.askOperator, "The configuration of the tenant cannot be read.")
    case .areaCodesUnreadable: Advice(.askOperator, "The list of countries cannot be read.")
    case .clientUnknown: Advice(.fixApp, "The service knows no application with this client id.")
    case .userUnknown:
      Advice(
        .correctInput,
        "Nobody has this phone number or address here. Try another one.")
    case .privateKeyMissing: Advice(.askOperator, "The application has no key at the service.")
    case .interfaceFailed:
      Advice(
        .startAgain,
        "Weibo did not confirm the sign-in. Sign in with Weibo again.")
    case .notBound:
      Advice(
        .askOperator,
        "This Weibo account belongs to nobody here, and the tenant takes no new ones.")
    case .locked:
      Advice(
        .wait,
        "There were too many failures. Wait until the time that is given is over.")
    case .passwordPolicyUnreadable: Advice(.askOperator, "The rules for passwords cannot be read.")
    case .wrongPassword: Advice(.correctInput, "The user name or the password is wrong.")
    case .weChatMissing: Advice(.askOperator, "The sign-in with WeChat is not set up for this app.")
    case .alipayMissing: Advice(.askOperator, "The sign-in with Alipay is not set up for this app.")
    case .oneClickMissing:
      Advice(
        .askOperator,
        "The sign-in with one click is not set up for this app.")
    case .slideMissing:
      Advice(
        .askOperator,
        "The service has no pictures for the slider. Work can be done in its place.")
    case .slideUnreadable: Advice(.newCaptcha, "The slider could not be read. Solve a new one.")
    case .slideWrong: Advice(.newCaptcha, "The piece is in the wrong place. Solve a new one.")
    case .captchaWrong:
      Advice(
        .newCaptcha,
        "The proof is used up or for something else. Solve a new one.")
    case .codeWrong:
      Advice(
        .correctInput,
        "The code is wrong. Look at the message again, or have a new one sent.")
    case .emailCodeWrong:
      Advice(
        .correctInput,
        "The code is wrong. Look at the e-mail again, or have a new one sent.")
    case .messageTypeUnknown:
      Advice(
        .fixApp,
        "The app asked for a kind of message that there is not, or not in this state.")
    case .sendingFailed:
      Advice(
        .retryLater,
        "The code could not be sent. Wait a while, then have a new one sent.")
    case .unbindingFailed:
      Advice(
        .proveAgain,
        "The account could not be unlinked: sign in again or prove the phone number first, and keep one way to sign in."
      )
    case .alreadyBound:
      Advice(
        .unlinkFirst,
        "One of the two accounts is linked with another one already. Unlink that first.")
    case .passwordLength: Advice(.choosePassword, "Choose a password that is longer, or shorter.")
    case .passwordIsUserName: Advice(.choosePassword, "The password must not be the user name.")
    case .passwordTooSimple:
      Advice(
        .choosePassword,
        "Mix small and capital letters, digits and other characters.")
    case .passwordWeak:
      Advice(
        .choosePassword,
        "Everybody tries this password first. Choose another one.")
    case .passwordUsedBefore:
      Advice(
        .choosePassword,
        "This password was used before. Choose a new one.")
    case .passwordReversesUserName:
      Advice(
        .choosePassword,
        "The password must not be the user name backwards.")
    case .passwordRepeats: Advice(.choosePassword, "A character comes too often in a row.")
    case .passwordContainsPerson:
      Advice(
        .choosePassword,
        "The password must not hold the name, the phone number or the address.")
    case .mobileMismatch: Advice(.correctInput, "This is not the phone number of the account.")
    case .accessPolicyWrong:
      Advice(
        .askOperator,
        "The access policy of the tenant is badly configured.")
    case .accessSourceWrong:
      Advice(
        .askOperator,
        "The access policy names a source of another type.")
    }
  }
}
