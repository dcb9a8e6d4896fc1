// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The reply to a login, a binding or a registration.
public enum LoginReply: IDaaSReply {
  /// The user is signed in.
  case tokens(LoginTokens)
  /// A step remains: binding, registration, confirmation, a second factor or a change of the password.
  case pending(PendingLogin)
  /// A policy of the tenant refuses the login.
  case denied
}

/// The tokens of a signed-in user.
public struct LoginTokens: Sendable {
  /// The session token, with which the next ID token is requested.
  public var sessionToken: Secret
  /// The ID token.
  public var idToken: Secret
  /// The lifetime of the session in seconds; 0 when the server does not say.
  public var expire: Int
  /// Whether this login created the user.
  public var created: Bool

  /// Creates the tokens.
  ///
  /// - Parameters:
  ///   - sessionToken: The session token, with which the next ID token is requested.
  ///   - idToken: The ID token.
  ///   - expire: The lifetime of the session in seconds.
  ///   - created: Whether this login created the user.
  public init(sessionToken: Secret, idToken: Secret, expire: Int, created: Bool = false) {
    self.sessionToken = sessionToken
    self.idToken = idToken
    self.expire = expire
    self.created = created
  }
}

/// A login that waits for a step of the user.
public struct PendingLogin: Sendable {
  /// The step that remains.
  public var status: LoginStatus
  /// The state token, which names the login in the next calls: the header field `X-state-token`.
  public var stateToken: Secret
  /// The contacts that the user can verify; empty for a second factor.
  public var methods: [VerificationMethod]
  /// The lifetime of the pending login in seconds; nil when the server does not say.
  public var expire: Int?
  /// The user's name at the social network. Untrusted text.
  public var nickname: String?
  /// The URL of the user's picture at the social network. Untrusted text.
  public var avatar: String?
  /// The account to confirm, with its name masked; nil unless ``status`` is ``LoginStatus/confirmLink``.
  public var account: String?

  /// Creates a pending login.
  ///
  /// - Parameters:
  ///   - status: The step that remains.
  ///   - stateToken: The state token, which names the login in the next calls.
  ///   - methods: The contacts that the user can verify.
  ///   - expire: The lifetime of the pending login in seconds; nil when unknown.
  ///   - nickname: The user's name at the social network. Untrusted text.
  ///   - avatar: The URL of the user's picture at the social network. Untrusted text.
  public init(
    status: LoginStatus, stateToken: Secret, methods: [VerificationMethod] = [],
    expire: Int? = nil, nickname: String? = nil, avatar: String? = nil
  ) {
    self.status = status
    self.stateToken = stateToken
    self.methods = methods
    self.expire = expire
    self.nickname = nickname
    self.avatar = avatar
  }
}
