// SPDX-License-Identifier: Apache-2.0

extension OAuthError {
  /// The name of a failure. Codes a peer invents are kept as they are.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as the specification writes it.
    public let rawValue: String

    /// Any code.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a code from the text of a peer, without characters that are not permitted in a code, and
    /// with at most 64 characters.
    init(peer text: String) {
      let safe = text.unicodeScalars.lazy.filter {
        (" "..."~").contains($0) && $0 != "\"" && $0 != "\\"
      }
      rawValue = String(String.UnicodeScalarView(safe.prefix(64)))
    }
  }
}

/// Error codes of the specifications, which are sent between the peers.
extension OAuthError.Code {
  init(_ rawValue: String) {
    self.init(rawValue: rawValue)
  }

  // RFC 6749 §4.1.2.1 and §5.2
  /// A parameter is missing, repeated or malformed.
  public static let invalidRequest = Self("invalid_request")
  /// The client is unknown or was not authenticated.
  public static let invalidClient = Self("invalid_client")
  /// The code or refresh token is used, expired, revoked or another client's.
  public static let invalidGrant = Self("invalid_grant")
  /// This client may not do that.
  public static let unauthorizedClient = Self("unauthorized_client")
  /// The server does not know this kind of grant.
  public static let unsupportedGrantType = Self("unsupported_grant_type")
  /// The server does not answer in this way.
  public static let unsupportedResponseType = Self("unsupported_response_type")
  /// A scope is malformed, unknown or more than was granted.
  public static let invalidScope = Self("invalid_scope")
  /// The user or the server denied the request.
  public static let accessDenied = Self("access_denied")
  /// The server failed.
  public static let serverError = Self("server_error")
  /// The server is busy or under repair.
  public static let temporarilyUnavailable = Self("temporarily_unavailable")

  // Draft 10 of OAuth 2.0, §3.2.1; many servers still send it.
  /// The redirect URI is not the one that was registered, or that the code was asked for with.
  public static let redirectURIMismatch = Self("redirect_uri_mismatch")

  // RFC 6750 §3.1
  /// The access token is expired, revoked or malformed.
  public static let invalidToken = Self("invalid_token")
  /// The access token is good, but not for this.
  public static let insufficientScope = Self("insufficient_scope")

  // RFC 7009 §2.2.1
  /// The server cannot revoke this kind of token.
  public static let unsupportedTokenType = Self("unsupported_token_type")

  // RFC 8628 §3.5
  /// The user has not answered yet.
  public static let authorizationPending = Self("authorization_pending")
  /// The user has not answered yet, and the client polls too often.
  public static let slowDown = Self("slow_down")
  /// The device code has expired; the user has to be prompted again.
  public static let expiredToken = Self("expired_token")

  // OIDC Core §3.1.2.6
  /// The user has to be prompted, and that is not possible: `prompt=none` forbids it, or the user is not
  /// there.
  public static let interactionRequired = Self("interaction_required")
  /// The user has to sign in, and `prompt=none` forbade it.
  public static let loginRequired = Self("login_required")
  /// The user has to choose an account, and `prompt=none` forbade it.
  public static let accountSelectionRequired = Self("account_selection_required")
  /// The user has to consent, and `prompt=none` forbade it.
  public static let consentRequired = Self("consent_required")
  /// The `request_uri` is bad.
  public static let invalidRequestURI = Self("invalid_request_uri")
  /// The request object is bad.
  public static let invalidRequestObject = Self("invalid_request_object")
  /// The server does not take request objects.
  public static let requestNotSupported = Self("request_not_supported")
  /// The server does not fetch request objects.
  public static let requestURINotSupported = Self("request_uri_not_supported")
  /// The server does not take the `registration` parameter.
  public static let registrationNotSupported = Self("registration_not_supported")
}

/// Error codes of this library for faults that it finds itself. They are never sent to a peer.
extension OAuthError.Code {
  /// The callback carries no `state`, or another than was sent: it may be forged.
  public static let stateMismatch = Self("state_mismatch")
  /// The callback comes from another issuer than was asked, or does not say from which.
  public static let issuerMismatch = Self("issuer_mismatch")
  /// The ID token was made for another sign-in.
  public static let nonceMismatch = Self("nonce_mismatch")
  /// The response is about another user.
  public static let subjectMismatch = Self("subject_mismatch")
  /// The callback cannot be read, or is not for this redirect URI.
  public static let callbackMalformed = Self("callback_malformed")
  /// The sign-in took too long.
  public static let transactionExpired = Self("transaction_expired")
  /// The metadata is another issuer's.
  public static let discoveryMismatch = Self("discovery_mismatch")
  /// An endpoint is not HTTPS.
  public static let insecureEndpoint = Self("insecure_endpoint")
  /// The issuer's metadata cannot be read or lacks something.
  public static let metadataMalformed = Self("metadata_malformed")
  /// The reply cannot be read.
  public static let replyMalformed = Self("reply_malformed")
  /// The endpoint answered with a redirect, which is not followed.
  public static let redirectRefused = Self("redirect_refused")
  /// The ID token breaks a rule of OpenID Connect.
  public static let idTokenInvalid = Self("id_token_invalid")
  /// A token cannot be read or cannot be sent.
  public static let tokenMalformed = Self("token_malformed")
  /// The request carries no access token.
  public static let credentialsMissing = Self("credentials_missing")
  /// The store cannot be read or written.
  public static let storeFailed = Self("store_failed")
  /// The store has to be unlocked first.
  public static let storeLocked = Self("store_locked")
  /// What the store holds is damaged.
  public static let storeDamaged = Self("store_damaged")
  /// A file that the program named cannot be written.
  public static let fileFailed = Self("file_failed")
  /// The deadline passed.
  public static let timedOut = Self("timed_out")
  /// The task was cancelled.
  public static let cancelled = Self("cancelled")
  /// The user closed the browser or cancelled there.
  public static let userCancelled = Self("user_cancelled")
  /// The peer cannot be connected to, or closed the connection.
  public static let connectionFailed = Self("connection_failed")
  /// The server's certificate is not trusted for it: the server may be another one. Nothing was sent.
  public static let certificateMismatch = Self("certificate_mismatch")
  /// The peer answered that it cannot answer now.
  public static let serverUnavailable = Self("server_unavailable")
  /// The session has ended; the user has to sign in again.
  public static let sessionEnded = Self("session_ended")
  /// No session is stored under the name.
  public static let sessionMissing = Self("session_missing")
  /// This program only looks at the session, and another one has to refresh it.
  public static let observingOnly = Self("observing_only")
  /// An argument cannot be used.
  public static let invalidArgument = Self("invalid_argument")
}
