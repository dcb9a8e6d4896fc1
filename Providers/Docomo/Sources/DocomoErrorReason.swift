// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckOAuth

/// Why an authentication failed, by the numbers of docomo's `DCAuthenticationErrorReason`.
///
/// Most of them are error codes of
/// [RFC 6749 §4.1.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1) and
/// [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
public enum DocomoErrorReason: Int, Sendable, Hashable, CaseIterable {
  /// A parameter is missing, repeated or malformed.
  case invalidRequest = 0
  /// The authorization server does not support the response type (`unsupported_response_type`).
  case unsupportedResponseType = 1
  /// The authorization server failed (`server_error`).
  case serverError = 2
  /// The code or the refresh token is invalid, expired, revoked or was used before (`invalid_grant`).
  case invalidGrant = 3
  /// The client is unknown, or its authentication failed (`invalid_client`).
  case invalidClient = 4
  /// The client is not allowed to use this grant or response type (`unauthorized_client`).
  case unauthorizedClient = 5
  /// The authorization server does not support the grant type (`unsupported_grant_type`).
  case unsupportedGrantType = 6
  /// A scope is unknown, or not allowed for this client (`invalid_scope`).
  case invalidScope = 7
  /// The authorization server is overloaded, or did not answer in time (`temporarily_unavailable`).
  case temporarilyUnavailable = 8
  /// A refresh was requested, and the session has no refresh token.
  case noRefreshToken = 9

  /// The reason behind an error; nil when the authentication did not fail but was cancelled, when the
  /// arguments are invalid, or when something else failed: the network, the store, a resource server.
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

  /// The reason behind an error whose ``DocomoErrorDomain/init(ofAuthentication:)`` is
  /// ``DocomoErrorDomain/authentication``; nil for all others.
  ///
  /// docomo's document has a code for each of these errors, and no code for the network or the store. An
  /// error that is not one of docomo's own is therefore ``temporarilyUnavailable`` where no server was
  /// reached or the session could not be stored, ``serverError`` where a response cannot be read, and
  /// ``invalidRequest`` where docomo refused with an error code that the document does not have. The
  /// `OAuthError` itself tells more.
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

  /// The name of the constant in the header of docomo's SDK, such as `INVALID_REQUEST`.
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
