// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// What an app does about a return code.
extension ReturnCode {
  /// The action that resolves it; its `advice` says it in a sentence.
  public var remedy: ReturnCodeAction {
    switch self {
    case .parameterMissing, .deviceIncomplete, .signatureUnreadable, .parameterType, .clientUnknown,
      .messageTypeUnknown:
      .fixApp
    case .parameterFormat, .userUnknown, .wrongPassword, .codeWrong, .emailCodeWrong,
      .mobileMismatch:
      .correctInput
    case .expired, .parameterValue, .interfaceFailed: .startAgain
    case .busy, .sendingFailed: .retryLater
    case .sourceUnknown, .tenantUnreadable, .areaCodesUnreadable, .privateKeyMissing, .notBound,
      .passwordPolicyUnreadable, .weChatMissing, .alipayMissing, .oneClickMissing, .slideMissing,
      .accessPolicyWrong, .accessSourceWrong:
      .askOperator
    case .locked: .wait
    case .slideUnreadable, .slideWrong, .captchaWrong: .newCaptcha
    case .unbindingFailed: .proveAgain
    case .alreadyBound: .unlinkFirst
    case .passwordLength, .passwordIsUserName, .passwordTooSimple, .passwordWeak,
      .passwordUsedBefore, .passwordReversesUserName, .passwordRepeats, .passwordContainsUserData:
      .choosePassword
    }
  }
}

extension OAuthError {
  /// The advice for the service's return code, in a sentence for developers; nil when the error has no
  /// return code.
  public var advice: String? { returnCode?.advice }
  /// The action that resolves the service's return code; nil when the error has no return code.
  public var remedy: ReturnCodeAction? { returnCode?.remedy }
}
