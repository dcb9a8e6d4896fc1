// SPDX-License-Identifier: Apache-2.0

/// The detail of a return code that is too general: the member `error_detail`.
///
/// The list is open: a newer server may send other words.
public struct RefusalDetail: RawRepresentable, Sendable, Hashable {
  /// The word in the response: `code_expired`.
  public let rawValue: String

  /// Creates a detail from its word.
  ///
  /// - Parameter rawValue: The word in the response: `code_expired`.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ rawValue: String) { self.init(rawValue: rawValue) }

  /// A parameter is missing or empty.
  public static let missingParameter = Self("missing_parameter")
  /// A parameter's text is not in its format.
  public static let badFormat = Self("bad_format")
  /// A parameter is of another JSON type.
  public static let badType = Self("bad_type")
  /// No application has this client id.
  public static let unknownClient = Self("unknown_client")
  /// A header field about the device is missing.
  public static let deviceIncomplete = Self("device_incomplete")
  /// The pending login has expired.
  public static let stateExpired = Self("state_expired")
  /// The pending login was completed before.
  public static let stateUsed = Self("state_used")
  /// The pending login belongs to another client or installation, or has another status.
  public static let stateMismatch = Self("state_mismatch")
  /// The challenge or its proof has expired.
  public static let captchaExpired = Self("captcha_expired")
  /// The proof of the captcha was issued for something else.
  public static let captchaMismatch = Self("captcha_mismatch")
  /// The proof of a captcha is required.
  public static let captchaRequired = Self("captcha_required")
  /// The code is wrong.
  public static let codeWrong = Self("code_wrong")
  /// The code has expired.
  public static let codeExpired = Self("code_expired")
  /// The code was tried too often.
  public static let codeExhausted = Self("code_exhausted")
  /// There were too many such requests.
  public static let rateLimited = Self("rate_limited")
  /// No messages are sent to this country.
  public static let regionBlocked = Self("region_blocked")
  /// The gateway says that there is no such number.
  public static let numberInvalid = Self("number_invalid")
  /// The gateway refused the message.
  public static let gatewayFailed = Self("gateway_failed")
  /// The gateway did not answer: the message may have been sent.
  public static let gatewayUnknown = Self("gateway_unknown")
  /// The social network does not accept the token.
  public static let socialTokenInvalid = Self("social_token_invalid")
  /// The token was made for another app, or for another user.
  public static let socialAppMismatch = Self("social_app_mismatch")
  /// The social network does not answer.
  public static let socialUnavailable = Self("social_unavailable")
  /// The social account, or the user, is linked already.
  public static let alreadyBound = Self("already_bound")
  /// There is no such user.
  public static let userNotFound = Self("user_not_found")
  /// The user is locked.
  public static let userLocked = Self("user_locked")
  /// A policy of the tenant refuses the request.
  public static let policyDenied = Self("policy_denied")
  /// The session has ended.
  public static let sessionExpired = Self("session_expired")
  /// The session token was used before: the session was ended.
  public static let sessionReused = Self("session_reused")
  /// The signature is invalid.
  public static let signatureBad = Self("signature_bad")
}
