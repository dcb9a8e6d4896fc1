// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The outcome of a login, a binding or a registration.
public enum LoginReply: IDaaSReply {
  /// Signed in.
  case tokens(LoginTokens)
  /// Something is still to be done: bind, register, confirm, a second factor.
  case pending(PendingLogin)
  /// A policy refuses this login.
  case denied
}

/// The tokens of a user who is signed in.
public struct LoginTokens: Sendable {
  /// What gets the next ID token.
  public var sessionToken: Secret
  /// Who is signed in.
  public var idToken: Secret
  /// How many seconds the session lasts.
  public var expire: Int
  /// Whether the user was made by this.
  public var created: Bool

  /// Tokens of a login.
  public init(sessionToken: Secret, idToken: Secret, expire: Int, created: Bool = false) {
    self.sessionToken = sessionToken
    self.idToken = idToken
    self.expire = expire
    self.created = created
  }
}

/// A login that waits for the user.
public struct PendingLogin: Sendable {
  /// What is still to be done.
  public var status: LoginStatus
  /// What names the login in the next calls: `X-state-token`.
  public var stateToken: Secret
  /// What the user may prove; empty for a second factor.
  public var methods: [VerificationMethod]
  /// How many seconds the login waits; nil where the server does not say.
  public var expire: Int?
  /// What the social network calls the user. Untrusted text.
  public var nickname: String?
  /// Where the social network shows the user's picture. Untrusted text.
  public var avatar: String?
  /// The account that would be linked, its name masked, for ``LoginStatus/confirmLink``.
  public var account: String?

  /// A login that waits.
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
