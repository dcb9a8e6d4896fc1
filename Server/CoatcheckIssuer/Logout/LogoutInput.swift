// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// What the pages know when they ask the issuer about the end of a session.
public struct LogoutInput: Sendable {
  /// What the user said on the page that asks.
  public enum Decision: Sendable { case unasked, confirmed }

  /// What the client wants.
  public let request: EndSessionRequest
  /// The browser's sign-in, if it has a live one.
  public let login: LoginSession?
  /// What the user said.
  public let decision: Decision

  /// Describes an ask.
  public init(
    _ request: EndSessionRequest, login: LoginSession?, decision: Decision = .unasked
  ) {
    self.request = request
    self.login = login
    self.decision = decision
  }
}

/// What the issuer answers.
public enum LogoutOutcome: Sendable {
  /// Show the user an error: nothing was ended, and nothing in the request is to be trusted.
  case page(OAuthError)
  /// Ask the user.
  case confirmation(LogoutQuestion)
  /// The browser is signed out.
  case signedOut(SignOutResult)
}

/// What the user is asked before a session ends.
public struct LogoutQuestion: Sendable {
  /// The client that asks for it; nil when the request names none.
  public let client: RegisteredClient?
  /// Whether `logout_hint` names another user than the one who is signed in.
  public let isForAnotherUser: Bool
}

/// What is left to do after a browser was signed out.
public struct SignOutResult: Sendable {
  /// Where to send the browser; nil when it stays.
  public let location: String?
  /// Whether the user is shown the address as a link, and the browser is not sent there by itself.
  public let isLink: Bool
  /// The clients to tell from server to server.
  public let notices: [LogoutNotice]
  /// The clients' pages to show in frames.
  public let frames: [Endpoint]
}

/// One client to notify of an ended session.
public struct LogoutNotice: Sendable {
  /// The client.
  public let clientID: String
  /// Its `backchannel_logout_uri`.
  public let endpoint: Endpoint
  /// The signed logout token.
  public let token: Secret
}
