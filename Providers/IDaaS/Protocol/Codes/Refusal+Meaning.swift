// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The outcome and the error code that a return code stands for.
extension Refusal {
  /// What an error response means for the caller, in the library's own errors.
  struct Meaning: Equatable {
    let outcome: OAuthError.Outcome
    let code: OAuthError.Code

    init(_ outcome: OAuthError.Outcome, _ code: OAuthError.Code) {
      self.outcome = outcome
      self.code = code
    }

    /// The same request may succeed later.
    static let later = Meaning(.unreachable, .temporarilyUnavailable)
    /// A user has to do something: type, choose, solve.
    static let user = Meaning(.refused, .interactionRequired)
    /// What was sent as a proof has expired or is invalid.
    static let grant = Meaning(.refused, .invalidGrant)
    /// The application or its registration is at fault.
    static let client = Meaning(.refused, .invalidClient)
    /// The tenant's configuration is at fault.
    static let server = Meaning(.refused, .serverError)
    /// The request is at fault.
    static let request = Meaning(.refused, .invalidRequest)
    static let denied = Meaning(.refused, .accessDenied)
  }

  /// The parameter that is at fault, where the code is about one.
  var parameter: String? {
    switch code {
    case .parameterMissing, .parameterFormat, .parameterValue, .parameterType: arguments.first
    default: nil
    }
  }

  var meaning: Meaning {
    switch detail {
    case .rateLimited?, .gatewayFailed?, .gatewayUnknown?, .socialUnavailable?: return .later
    case .sessionExpired?, .sessionReused?, .stateExpired?, .stateUsed?, .stateMismatch?:
      return .grant
    case .codeExpired?, .codeExhausted?, .captchaExpired?, .numberInvalid?: return .user
    case .regionBlocked?, .policyDenied?: return .denied
    default: break
    }
    switch code {
    case .busy, .sendingFailed: return .later
    case .expired, .interfaceFailed, .wrongPassword, .codeWrong, .emailCodeWrong: return .grant
    case .parameterMissing, .parameterFormat, .parameterValue, .parameterType, .slideUnreadable,
      .messageTypeUnknown:
      return .request
    case .deviceIncomplete, .clientUnknown, .signatureUnreadable: return .client
    case .sourceUnknown, .tenantUnreadable, .areaCodesUnreadable, .privateKeyMissing,
      .passwordPolicyUnreadable, .weChatMissing, .alipayMissing, .oneClickMissing, .slideMissing,
      .accessPolicyWrong, .accessSourceWrong:
      return .server
    case .notBound, .locked: return .denied
    case .userUnknown, .slideWrong, .captchaWrong, .unbindingFailed, .alreadyBound,
      .passwordLength, .passwordIsUserName, .passwordTooSimple, .passwordWeak,
      .passwordUsedBefore, .passwordReversesUserName, .passwordRepeats, .passwordContainsUserData,
      .mobileMismatch:
      return .user
    }
  }
}
