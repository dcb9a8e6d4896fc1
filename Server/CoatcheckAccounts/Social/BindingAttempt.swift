// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckFoundation

/// One attempt to complete a pending login with a verified contact.
public struct BindingAttempt: Sendable {
  /// What is required, besides the code, before an existing account is linked.
  public struct Caution: Sendable {
    /// Whether the user must confirm that the account is theirs before it is linked.
    public var confirms = false
    /// A user who was not seen since this moment needs a second factor besides the code; nil for no such
    /// rule.
    public var dormantSince: Date?

    /// Creates a value that requires neither.
    public init() {}
  }

  /// The digest of the state token of the pending login.
  public let pending: TokenDigest
  /// The client that makes the attempt; it must be the client of the login.
  public let clientID: String
  /// The installation that makes the attempt; it must be that of the login.
  public let device: String
  /// The contact that the code verifies.
  public let contact: Contact
  /// The code that the user entered; nil when the contact was verified before and the user now confirms
  /// the account.
  public let code: TypedCode?
  /// The purpose of the call; the attempt fails when the login has another one.
  public let purpose: PendingBinding.Purpose
  /// The user to create when no user has the contact; nil unless this is a registration.
  public let newcomer: User?
  /// The identifier of the link to create: random and unique.
  public let linkID: String
  /// What is required besides the code.
  public let caution: Caution
  /// The current time.
  public let now: Date

  /// Creates an attempt.
  ///
  /// - Parameters:
  ///   - pending: The digest of the state token of the pending login.
  ///   - clientID: The client that makes the attempt.
  ///   - device: The installation that makes the attempt.
  ///   - contact: The contact that the code verifies.
  ///   - code: The code that the user entered; nil when the contact was verified before and the user now
  ///     confirms the account.
  ///   - purpose: The purpose of the call.
  ///   - newcomer: The user to create when no user has the contact; nil unless this is a registration.
  ///   - linkID: The identifier of the link to create: random and unique.
  ///   - caution: What is required besides the code; by default nothing.
  ///   - now: The current time.
  public init(
    pending: TokenDigest, clientID: String, device: String, contact: Contact, code: TypedCode?,
    purpose: PendingBinding.Purpose, newcomer: User?, linkID: String,
    caution: Caution = Caution(), at now: Date
  ) {
    self.pending = pending
    self.clientID = clientID
    self.device = device
    self.contact = contact
    self.code = code
    self.purpose = purpose
    self.newcomer = newcomer
    self.linkID = linkID
    self.caution = caution
    self.now = now
  }
}

/// The outcome of a ``BindingAttempt``.
public enum BindingOutcome: Sendable, Equatable {
  /// The identity is linked to this user, and the login has ended. `created` says whether the user is new.
  case bound(SocialLink, User, created: Bool)
  /// The code is right. The user must confirm this account. The login continues.
  case needsConfirmation(User)
  /// The code is right. This user was not seen for a long time and needs a second factor. The login
  /// continues.
  case needsSecondFactor(User)
  /// The code is wrong; `left` attempts remain. The fifth wrong code ends the login.
  case codeWrong(left: Int)
  /// The code is unknown, expired, used or was sent for something else. Nothing was changed.
  case codeGone
  /// The login is unknown, expired or used.
  case stateGone
  /// The login belongs to another client or installation, or has another purpose. Nothing was changed.
  case stateMismatch
  /// The code is right, but no user has the contact. The login continues and can use another contact.
  case contactUnknown
  /// The code is right, but this user is linked to another identity of the same network. The login
  /// continues.
  case userLinked
  /// The identity was linked to a user in between. The login has ended.
  case identityTaken
  /// The code is right, but the user is disabled. The login continues.
  case disabled(User)
}
