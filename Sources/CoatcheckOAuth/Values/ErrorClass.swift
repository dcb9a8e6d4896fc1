// SPDX-License-Identifier: Apache-2.0

/// What an error means for the signed-in user. The list is closed: an app can handle all of its cases.
public enum ErrorClass: Sendable, Hashable {
  /// The request may succeed later, without any action of the user. The session is as it was.
  ///
  /// - Parameter retryAfter: How long the peer asks to wait; nil when it does not say.
  case transient(retryAfter: Duration?)
  /// The session has ended, and what was stored of it is removed. The user has to sign in again.
  case sessionEnded(EndReason)
  /// The user has to be prompted first. What is stored of the session is still there.
  case interactionRequired
  /// The app, the client's registration or the provider has to be changed. The session is as it was.
  case configuration
  /// The store cannot be read or written now. What it holds is untouched.
  case storageUnavailable
  /// The program or the user cancelled it. It can be started again at once.
  case cancelled

  /// The name of the class in lower-case words with underscores, for logs and metrics.
  public var name: String {
    switch self {
    case .transient: "transient"
    case .sessionEnded: "session_ended"
    case .interactionRequired: "interaction_required"
    case .configuration: "configuration"
    case .storageUnavailable: "storage_unavailable"
    case .cancelled: "cancelled"
    }
  }
}

extension OAuthError {
  /// What the error means for the signed-in user.
  public var errorClass: ErrorClass {
    switch code {
    case .sessionEnded: .sessionEnded(endReason ?? .refused)
    case .storeFailed, .storeLocked, .storeDamaged: .storageUnavailable
    case .cancelled, .userCancelled, .accessDenied: .cancelled
    case .interactionRequired, .loginRequired, .accountSelectionRequired, .consentRequired,
      .insufficientScope, .insufficientUserAuthentication, .invalidGrant, .invalidToken,
      .sessionMissing:
      .interactionRequired
    // Probably something between this machine and the authorization server responded, such as a proxy.
    case .replyMalformed, .redirectRefused: .transient(retryAfter: nil)
    default: outcome == .unreachable ? .transient(retryAfter: retryAfter) : .configuration
    }
  }

  /// Creates the error for a session that has ended: outcome `refused`, code
  /// ``OAuthError/Code/sessionEnded``, with ``endReason``.
  ///
  /// - Parameters:
  ///   - reason: Why the session ended. It determines the sentence of the error.
  ///   - cause: The error response that ended it; its status, description and code are kept. Nil when no
  ///     request was sent.
  public static func ended(_ reason: EndReason, cause: OAuthError? = nil) -> OAuthError {
    let sentence =
      switch reason {
      case .signedOut: "The user signed out."
      case .signedOutElsewhere: "The session was signed out elsewhere; sign in again."
      case .refused: "The authorization server no longer accepts the session; sign in again."
      case .refreshTokenExpired: "The session has reached its end; sign in again."
      case .outcomeUnknown:
        "An earlier refresh was cut off and its tokens are lost; sign in again."
      case .idTokenRefused:
        "A refresh brought an ID token that is not about this session; sign in again."
      case .expired: "The access token has expired and cannot be replaced; sign in again."
      }
    // The peer's code is kept, except for `invalid_grant`, the usual code when a session has ended.
    let code = cause.flatMap { $0.code == .invalidGrant ? nil : $0.code.rawValue }
    var error = OAuthError(
      outcome: .refused, code: .sessionEnded, reason: sentence, status: cause?.status,
      peer: .init(description: cause?.peerDescription, code: cause?.providerCode ?? code))
    error.endReason = reason
    return error
  }
}
