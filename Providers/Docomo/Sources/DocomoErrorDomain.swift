// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckOAuth

/// What kind of error docomo's SDK would have reported, by the names of its error domains.
///
/// ```swift
/// do {
///   session = try await client.signIn(scopes: scopes, storedAs: "main")
/// } catch {
///   switch DocomoErrorDomain(ofAuthentication: error) {
///   case .authenticationCanceled?: return
///   case .authentication?: show(DocomoErrorReason(ofAuthentication: error))
///   default: throw error  // An argument is wrong.
///   }
/// }
/// ```
public enum DocomoErrorDomain: String, Sendable, Hashable, CaseIterable {
  /// The authentication failed; ``DocomoErrorReason`` says why.
  case authentication = "AuthenticationErrorDomain"
  /// The user closed the window, or denied access on docomo's page.
  case authenticationCanceled = "AuthenticationCanceledErrorDomain"
  /// The store cannot be read or written, or holds nothing under the name that was given.
  case authenticationContextAccess = "AuthenticationContextAccessErrorDomain"
  /// The stored session has ended, or its record cannot be used.
  case authenticationContextNotFound = "AuthenticationContextNotFoundErrorDomain"
  /// PhotoColle rejected the access token: it has expired or was revoked.
  case tokenExpired = "TokenExpiredErrorDomain"
  /// The network failed.
  case connection = "ConnectionErrorDomain"
  /// PhotoColle or the authorization server answered with another status than 200.
  case http = "HttpErrorDomain"
  /// A response cannot be read.
  case responseBodyParse = "ResponseBodyParseErrorDomain"
  /// PhotoColle refused the request; the error has a ``PhotoColleCode``.
  case applicationLayer = "ApplicationLayerErrorDomain"
  /// PhotoColle refused an upload.
  case upload = "UploadErrorDomain"

  /// The domain of an error of a sign-in or an explicit refresh. docomo's document has two of them:
  /// ``authentication`` and ``authenticationCanceled``. It is nil for invalid arguments, for which the
  /// SDK raised an exception.
  ///
  /// ``init(_:)-(OAuthError)`` tells more: there the network, the store and a response that cannot be
  /// read have domains of their own.
  public init?(ofAuthentication error: OAuthError) {
    guard error.outcome != .misused || error.code != .invalidArgument else { return nil }
    let isCancelled = error.isCancelledByUser || error.code == .cancelled
    self = isCancelled ? .authenticationCanceled : .authentication
  }

  /// The domain of an error of a sign-in or of a session; nil for what docomo's SDK raised as an
  /// exception or had no domain for: invalid arguments, and a task that was cancelled.
  public init?(_ error: OAuthError) {
    switch error.code {
    case .userCancelled, .accessDenied: self = .authenticationCanceled
    case .storeFailed, .storeLocked, .sessionMissing: self = .authenticationContextAccess
    case .storeDamaged: self = .authenticationContextNotFound
    case .sessionEnded where DocomoErrorReason(error) == nil: self = .authenticationContextNotFound
    case .cancelled: return nil
    default:
      if DocomoErrorReason(error) != nil {
        self = .authentication
      } else if error.code == .invalidToken {
        self = .tokenExpired
      } else {
        switch error.outcome {
        case .misused: return nil
        case .unreachable: self = error.status == nil ? .connection : .http
        case .refused: self = error.status == nil ? .authentication : .http
        case .unreadable: self = error.status ?? 200 == 200 ? .responseBodyParse : .http
        }
      }
    }
  }

  /// The domain of an error of ``PhotoColle``; nil for invalid arguments and for a task that was
  /// cancelled, as for ``init(_:)-(OAuthError)``.
  public init?(_ error: PhotoColleError) {
    switch error {
    case .application: self = .applicationLayer
    case .upload: self = .upload
    case .http: self = .http
    case .tokenExpired: self = .tokenExpired
    case .unreadable: self = .responseBodyParse
    case .session(let error):
      // The SDK reported a time-out of these calls as an error of the network.
      if error.code == .timedOut { self = .connection } else { self.init(error) }
    }
  }
}
