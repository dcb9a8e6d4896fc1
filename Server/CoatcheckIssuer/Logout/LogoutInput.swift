// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// A logout request as the pages hand it to ``AuthorizationServer/endSession(_:)``.
public struct LogoutInput: Sendable {
  /// The user's decision on the confirmation page: none yet, or confirmed.
  public enum Decision: Sendable { case unasked, confirmed }

  /// The logout request of the client.
  public let request: EndSessionRequest
  /// The login session of the browser; nil when no user is signed in.
  public let login: LoginSession?
  /// The user's decision on the confirmation page.
  public let decision: Decision

  /// Creates the input for one decision.
  ///
  /// - Parameters:
  ///   - request: The logout request as it was read.
  ///   - login: The login session of the browser; nil when no user is signed in.
  ///   - decision: The user's decision on the confirmation page; none unless given.
  public init(
    _ request: EndSessionRequest, login: LoginSession?, decision: Decision = .unasked
  ) {
    self.request = request
    self.login = login
    self.decision = decision
  }
}

/// What to do with a logout request.
public enum LogoutOutcome: Sendable {
  /// Show the user an error, and do not redirect: no parameter of the request can be trusted. Nothing was
  /// ended, unless the store could not be used: then the session may have ended.
  case page(OAuthError)
  /// Ask the user to confirm. Nothing was ended yet.
  case confirmation(LogoutQuestion)
  /// The browser is signed out.
  case signedOut(SignOutResult)
}

/// What the user is asked before a session ends.
public struct LogoutQuestion: Sendable {
  /// The client that requests it; nil when the request names no client.
  public let client: RegisteredClient?
  /// Whether `logout_hint` names another user than the one who is signed in.
  public let isForAnotherUser: Bool
}

/// What remains to do after a browser was signed out.
public struct SignOutResult: Sendable {
  /// The post-logout redirect URI with its `state`; nil when the browser stays.
  public let location: String?
  /// Whether the page shows ``location`` as a link, instead of redirecting the browser.
  public let isLink: Bool
  /// The back-channel logout requests to send.
  public let notices: [LogoutNotice]
  /// The front-channel logout URIs to load in frames.
  public let frames: [Endpoint]
}

/// One back-channel logout request: a client to notify of an ended session.
public struct LogoutNotice: Sendable {
  /// The client identifier.
  public let clientID: String
  /// Its `backchannel_logout_uri`.
  public let endpoint: Endpoint
  /// The signed logout token, the `logout_token` of the request.
  public let token: Secret
}
