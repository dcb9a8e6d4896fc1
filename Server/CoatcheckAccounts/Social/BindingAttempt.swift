// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckFoundation

/// One try to end a login that waits.
public struct BindingAttempt: Sendable {
  /// What to do with an account that was found and that the code alone may not open.
  public struct Caution: Sendable {
    /// The account has to be confirmed before it is linked.
    public var confirms = false
    /// A user who has not signed in since this moment needs a second factor besides the code.
    public var dormantSince: Date?

    /// Neither.
    public init() {}
  }

  /// The login.
  public let pending: TokenDigest
  /// Who asks; it must be the login's client.
  public let clientID: String
  /// On which installation; it must be the login's.
  public let device: String
  /// What is proved.
  public let contact: Contact
  /// The code; nil when it was proved before, and the user confirms now.
  public let code: TypedCode?
  /// The login's purpose by the call that is made; another one is refused.
  public let purpose: PendingBinding.Purpose
  /// The user to create when the contact is unknown; nil unless this is a registration.
  public let newcomer: User?
  /// The identifier of the link that is made.
  public let linkID: String
  /// What stands in the way of linking at once.
  public let caution: Caution
  /// The time now.
  public let now: Date

  /// Describes a try.
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

/// What became of a try.
public enum BindingOutcome: Sendable, Equatable {
  /// The identity is linked to this user, and the login has ended.
  case bound(SocialLink, User, created: Bool)
  /// The code was right; the user has to confirm that this account is meant. The login continues.
  case needsConfirmation(User)
  /// The code was right; this user has not been here for long and has to show more. The login continues.
  case needsSecondFactor(User)
  /// The code is wrong; so many tries are left. Another five on one login end it.
  case codeWrong(left: Int)
  /// There is no such code. Nothing was changed.
  case codeGone
  /// The login is unknown, expired or used.
  case stateGone
  /// The login is another client's or device's, or of another purpose. Nothing was changed.
  case stateMismatch
  /// The code was right, and no user has the contact. The login continues with another contact.
  case contactUnknown
  /// The code was right, and this user has another identity of the network. The login continues.
  case userLinked
  /// The identity was linked to a user in between. The login has ended.
  case identityTaken
  /// The code was right, and the user may not sign in. The login continues.
  case disabled(User)
}
