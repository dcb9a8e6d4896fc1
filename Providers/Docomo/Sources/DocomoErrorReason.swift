// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckOAuth

/// Why an authentication failed, by the numbers of docomo's `DCAuthenticationErrorReason`.
public enum DocomoErrorReason: Int, Sendable, Hashable, CaseIterable {
  /// A parameter is missing, repeated or malformed.
  case invalidRequest = 0
  /// The authority does not answer in this way.
  case unsupportedResponseType = 1
  /// The authority failed.
  case serverError = 2
  /// The code or the refresh token is no longer good.
  case invalidGrant = 3
  /// The client is not known, or did not authenticate.
  case invalidClient = 4
  /// This client may not do that.
  case unauthorizedClient = 5
  /// The authority does not know this kind of grant.
  case unsupportedGrantType = 6
  /// A scope is unknown or not for this client.
  case invalidScope = 7
  /// The authority is busy, or did not answer in time.
  case temporarilyUnavailable = 8
  /// A refresh was asked for, and there is no refresh token.
  case noRefreshToken = 9

  /// The reason behind an error; nil when the authentication did not fail but was cancelled, when the
  /// arguments are wrong, or when something else failed: the network, the store, a service.
  public init?(_ error: OAuthError) {
    guard !error.isCancelledByUser, !error.isUnanswered else { return nil }
    switch error.code {
    case .interactionRequired where error.parameter == "refresh_token": self = .noRefreshToken
    // The refresh token was refused, and what was stored is gone.
    case .sessionEnded:
      guard error.endReason != .signedOut, error.endReason != .signedOutElsewhere else {
        return nil
      }
      self = Self.wireNames.first { $0.key.rawValue == error.providerCode }?.value ?? .invalidGrant
    case .timedOut: self = .temporarilyUnavailable
    default:
      guard let reason = Self.wireNames[error.code] else { return nil }
      self = reason
    }
  }

  /// The code of an error whose ``DocomoErrorDomain/init(ofAuthentication:)`` is
  /// ``DocomoErrorDomain/authentication``; nil for every other.
  ///
  /// The document has a code for each of these errors, and none for the network or the store. What is not one of
  /// docomo's own errors is therefore ``temporarilyUnavailable`` where nothing was reached or could be stored,
  /// ``serverError`` where a response cannot be used, and ``invalidRequest`` where docomo refused with a word of its
  /// own. The error itself tells more.
  public init?(ofAuthentication error: OAuthError) {
    guard DocomoErrorDomain(ofAuthentication: error) == .authentication else { return nil }
    if let reason = DocomoErrorReason(error) {
      self = reason
      return
    }
    switch error.outcome {
    case .refused: self = .invalidRequest
    case .unreadable: self = .serverError
    case .unreachable, .misused: self = .temporarilyUnavailable
    }
  }

  /// The name in docomo's header: `INVALID_REQUEST`.
  public var name: String {
    switch self {
    case .invalidRequest: "INVALID_REQUEST"
    case .unsupportedResponseType: "UNSUPPORTED_RESPONSE_TYPE"
    case .serverError: "SERVER_ERROR"
    case .invalidGrant: "INVALID_GRANT"
    case .invalidClient: "INVALID_CLIENT"
    case .unauthorizedClient: "UNAUTHORIZED_CLIENT"
    case .unsupportedGrantType: "UNSUPPORTED_GRANT_TYPE"
    case .invalidScope: "INVALID_SCOPE"
    case .temporarilyUnavailable: "TEMPORARILY_UNAVAILABLE"
    case .noRefreshToken: "NO_REFRESH_TOKEN"
    }
  }

  private static let wireNames: [OAuthError.Code: DocomoErrorReason] = [
    .invalidRequest: .invalidRequest, .unsupportedResponseType: .unsupportedResponseType,
    .serverError: .serverError, .invalidGrant: .invalidGrant, .invalidClient: .invalidClient,
    .unauthorizedClient: .unauthorizedClient, .unsupportedGrantType: .unsupportedGrantType,
    .invalidScope: .invalidScope, .temporarilyUnavailable: .temporarilyUnavailable,
  ]
}
