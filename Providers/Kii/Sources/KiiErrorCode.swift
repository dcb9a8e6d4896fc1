// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The error numbers of Kii's SDKs, for apps whose code handles them.
///
/// ```swift
/// do { … } catch let error as OAuthError where KiiErrorCode(error) == .refreshFailed { … }
/// ```
public enum KiiErrorCode: Int, Sendable, Hashable, CaseIterable {
  /// The app's id or key is wrong.
  case appCredentialsInvalid = 101
  /// The app does not exist.
  case appNotFound = 102
  /// Any error that has no number of its own.
  case unexpected = 103
  /// Kii was not reached.
  case noConnection = 201
  /// The response cannot be read.
  case unparsableResponse = 202
  /// The request is not authorized.
  case unauthorizedRequest = 203
  /// An argument is invalid.
  case invalidInput = 204
  /// There is no valid access token.
  case noValidAccessToken = 301
  /// The username or the password is wrong, or the user is disabled.
  case authenticationFailed = 302
  /// A password has an invalid form.
  case passwordFormat = 304
  /// An e-mail address has an invalid form.
  case emailFormat = 305
  /// A username has an invalid form.
  case usernameFormat = 307
  /// A phone number has an invalid form.
  case phoneFormat = 308
  /// A country has an invalid form.
  case countryFormat = 315
  /// A local phone number without a country.
  case localPhoneFormat = 316
  /// The token of the other provider is invalid.
  case socialCredentialsWrong = 317
  /// The account of the other provider is linked already.
  case alreadyLinked = 318
  /// No account of that provider is linked.
  case notLinked = 319
  /// The user closed the browser, or denied access.
  case socialLoginCancelled = 320
  /// The sign-in failed on the server's side.
  case socialLoginFailed = 321
  /// The sign-in page did not load.
  case loginPageNotLoaded = 322
  /// The user does not exist.
  case userNotFound = 324
  /// The call needs a signed-in user.
  case loginRequired = 327
  /// Neither the e-mail address nor the phone number was verified.
  case notVerified = 329
  /// The access token could not be refreshed; the user has to sign in again.
  case refreshFailed = 330
  /// No user is stored.
  case noStoredUser = 331
  /// Anonymous users are not allowed.
  case anonymousRefused = 340
  /// There is no refresh token.
  case noRefreshToken = 523
  /// The store failed.
  case storeUnexpected = 1201
  /// What is stored is damaged.
  case storeDamaged = 1202
  /// The store has to be unlocked first.
  case storeNotAllowed = 1205

  /// The number of an error of this package. An error response without a number of its own is
  /// ``unexpected``.
  public init(_ error: OAuthError) {
    // Kii's connector reports UNAUTHORIZED when the user denies.
    guard error.code != .accessDenied else {
      self = .socialLoginCancelled
      return
    }
    self =
      error.endReason.map(Self.init(ended:)) ?? error.providerCode.flatMap(Self.init(server:))
      ?? Self(code: error)
  }

  private init(ended reason: EndReason) {
    switch reason {
    case .signedOut, .signedOutElsewhere: self = .noStoredUser
    case .refused, .refreshTokenExpired, .outcomeUnknown, .idTokenRefused: self = .refreshFailed
    case .expired: self = .noRefreshToken
    }
  }

  private init?(server code: String) {
    switch code {
    case "WRONG_REFRESH_TOKEN": self = .refreshFailed
    case "WRONG_TOKEN": self = .noValidAccessToken
    case "UNAUTHORIZED": self = .unauthorizedRequest
    case "AUTHENTICATION_FAILED", "WRONG_PASSWORD": self = .authenticationFailed
    case "USER_DISABLED": self = .authenticationFailed
    case "APP_NOT_FOUND": self = .appNotFound
    case "APP_DISABLED": self = .appCredentialsInvalid
    case "USER_NOT_FOUND": self = .userNotFound
    case let code where code.hasSuffix("_ALREADY_LINKED"): self = .alreadyLinked
    case let code where code.hasSuffix("_NOT_LINKED"): self = .notLinked
    default: return nil
    }
  }

  private init(code error: OAuthError) {
    switch error.code {
    case .userCancelled, .accessDenied: self = .socialLoginCancelled
    case OAuthError.Code(rawValue: "connector_failed"): self = .socialLoginFailed
    case .storeFailed: self = .storeUnexpected
    case .storeDamaged: self = .storeDamaged
    case .storeLocked: self = .storeNotAllowed
    case .interactionRequired where error.parameter == "refresh_token": self = .noRefreshToken
    case .interactionRequired, .loginRequired: self = .loginRequired
    case .invalidToken, .tokenMalformed: self = .noValidAccessToken
    case .invalidGrant: self = .authenticationFailed
    case .invalidClient, .unauthorizedClient: self = .appCredentialsInvalid
    default: self = Self(outcome: error)
    }
  }

  private init(outcome error: OAuthError) {
    switch error.outcome {
    case .unreachable: self = .noConnection
    case .unreadable: self = .unparsableResponse
    case .misused: self = Self.formats[error.parameter ?? ""] ?? .invalidInput
    case .refused: self = .unexpected
    }
  }

  private static let formats: [String: KiiErrorCode] = [
    "password": .passwordFormat, "newPassword": .passwordFormat, "emailAddress": .emailFormat,
    "loginName": .usernameFormat, "username": .usernameFormat, "phoneNumber": .phoneFormat,
    "country": .countryFormat,
  ]
}
