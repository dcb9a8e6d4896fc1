// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckOAuth
import Foundation

/// The authentication failed; the code is a ``DCAuthenticationErrorReason``.
public let DCAuthenticationErrorDomain = DocomoErrorDomain.authentication.rawValue
/// The user cancelled the authentication.
public let DCAuthenticationCanceledErrorDomain = DocomoErrorDomain.authenticationCanceled.rawValue
/// The store cannot be read or written, or has nothing under the key.
public let DCAuthenticationContextAccessErrorDomain =
  DocomoErrorDomain.authenticationContextAccess.rawValue
/// The saved context has ended, or its record cannot be used.
public let DCAuthenticationContextNotFoundErrorDomain =
  DocomoErrorDomain.authenticationContextNotFound.rawValue
/// An argument is invalid. The old SDK raised an exception of this name, which Swift cannot catch: here it is an error,
/// whose description names the argument.
public let DCInvalidArgumentDomain = "NSInvalidArgumentException"

/// The codes of errors of ``DCAuthenticationErrorDomain``. New code reads `OAuthError.code`, or uses
/// `DocomoErrorReason`.
public enum DCAuthenticationErrorReason: Int, Sendable, CaseIterable {
  /// A parameter is missing, repeated or malformed.
  case invalidRequest = 0
  /// The response type is not supported.
  case unsupportedResponseType
  /// The server failed.
  case serverError
  /// The code or the refresh token is invalid.
  case invalidGrant
  /// The client is unknown, or its secret is wrong.
  case invalidClient
  /// The client is not allowed to do this.
  case unauthorizedClient
  /// The grant type is not supported.
  case unsupportedGrantType
  /// A scope is unknown or not allowed.
  case invalidScope
  /// The server is overloaded or cannot be reached.
  case temporarilyUnavailable
  /// There is no refresh token.
  case noRefreshToken
}

extension OAuthError {
  /// This error of a sign-in or a refresh as an `NSError` of the old SDK, in one of the document's two
  /// domains and without user information; in ``DCInvalidArgumentDomain`` for an invalid argument.
  var ofAuthentication: NSError {
    guard let domain = DocomoErrorDomain(ofAuthentication: self) else { return invalidArgument }
    let code = DocomoErrorReason(ofAuthentication: self)?.rawValue ?? 0
    return NSError(domain: domain.rawValue, code: code)
  }

  /// This error of the store as an `NSError` of the old SDK.
  var ofContext: NSError {
    guard outcome != .misused || code != .invalidArgument else { return invalidArgument }
    let domain = DocomoErrorDomain(self) ?? .authenticationContextAccess
    guard domain != .authenticationContextNotFound else {
      return NSError(domain: domain.rawValue, code: 0)
    }
    return NSError(
      domain: DCAuthenticationContextAccessErrorDomain, code: 0,
      userInfo: [NSLocalizedDescriptionKey: reason, NSUnderlyingErrorKey: self])
  }

  private var invalidArgument: NSError {
    NSError(
      domain: DCInvalidArgumentDomain, code: 0,
      userInfo: [NSLocalizedDescriptionKey: "\(parameter ?? "argument"): \(reason)"])
  }
}
