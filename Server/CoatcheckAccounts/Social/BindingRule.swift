// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
package import CoatcheckFoundation

/// Decides the outcome of an attempt to complete a pending login, inside the transaction of a store.
package enum BindingRule {
  /// The number of wrong codes that ends a login.
  package static let wrongCodes = 5

  /// What the store found when the transaction began.
  package struct Findings: Sendable {
    /// The pending login.
    package var pending: PendingBinding?
    /// The stored code with the key of the entered one.
    package var code: OneTimeCode?
    /// Whether the login's identity is linked to a user.
    package var identityIsLinked = false
    /// The user who has verified the contact.
    package var owner: User?
    /// Whether that user has an identity of the login's network.
    package var ownerIsLinked = false
    /// When that user last used the account.
    package var ownerSeenAt: Date?

    package init() {}
  }

  /// What the store does with the pending login.
  package enum Effect: Sendable, Equatable {
    /// Nothing.
    case none
    /// It stores the number of wrong codes.
    case count(wrong: Int)
    /// It stores that this contact was verified.
    case prove(Contact)
    /// It removes the login.
    case end
  }

  /// The outcome, and what the store does.
  package struct Decision: Sendable, Equatable {
    /// The outcome. With ``BindingOutcome/bound(_:_:created:)`` the store stores the link, a created user
    /// and the verified contact, and ends all pending logins of the identity.
    package var outcome: BindingOutcome
    /// The outcome of the code; nil when no code was entered.
    package var trial: CodeAttempt?
    /// What the store does with the pending login.
    package var effect: Effect
  }

  /// Decides the outcome. Nothing about the user with the contact is disclosed before the contact is
  /// verified.
  package static func decide(
    _ attempt: BindingAttempt, _ found: Findings, at now: StoredTime
  ) -> Decision {
    guard let pending = found.pending, now < StoredTime(pending.expiresAt) else {
      return Decision(outcome: .stateGone, effect: .none)
    }
    // A login is bound to its client, its installation, its identity and its purpose.
    guard pending.clientID.utf8.elementsEqual(attempt.clientID.utf8),
      pending.device.utf8.elementsEqual(attempt.device.utf8), pending.purpose == attempt.purpose
    else { return Decision(outcome: .stateMismatch, effect: .none) }
    guard let typed = attempt.code else {
      guard pending.proved == attempt.contact else {
        return Decision(outcome: .codeGone, effect: .none)
      }
      return decideProved(attempt, of: pending, found, trial: nil, at: now)
    }
    // A code that was sent to another contact does not verify this one.
    let trial =
      typed.key.contact == attempt.contact
      ? CodeRule.decide(typed, for: found.code, at: now) : .gone
    switch trial {
    case .gone: return Decision(outcome: .codeGone, trial: trial, effect: .none)
    case .wrong(let left):
      let wrong = pending.wrongCodes + 1
      let rest = max(wrongCodes - wrong, 0)
      return Decision(
        outcome: .codeWrong(left: min(left, rest)), trial: trial,
        effect: rest == 0 ? .end : .count(wrong: wrong))
    case .right: return decideProved(attempt, of: pending, found, trial: trial, at: now)
    }
  }

  private static func decideProved(
    _ attempt: BindingAttempt, of pending: PendingBinding, _ found: Findings, trial: CodeAttempt?,
    at now: StoredTime
  ) -> Decision {
    func continues(_ outcome: BindingOutcome) -> Decision {
      Decision(outcome: outcome, trial: trial, effect: .prove(attempt.contact))
    }
    func bound(to user: User, created: Bool) -> Decision {
      let link = SocialLink(
        id: attempt.linkID, identity: pending.identity, userID: user.id,
        nickname: pending.nickname, avatar: pending.avatar, createdAt: now.date,
        lastUsedAt: now.date)
      return Decision(
        outcome: .bound(link, user, created: created), trial: trial, effect: .end)
    }
    // An existing link is never replaced silently.
    if found.identityIsLinked {
      return Decision(outcome: .identityTaken, trial: trial, effect: .end)
    }
    guard let owner = found.owner else {
      guard attempt.purpose == .register, let newcomer = attempt.newcomer else {
        return continues(.contactUnknown)
      }
      return bound(to: newcomer, created: true)
    }
    guard owner.standing == .active else { return continues(.disabled(owner)) }
    if found.ownerIsLinked { return continues(.userLinked) }
    if attempt.caution.confirms { return continues(.needsConfirmation(owner)) }
    // The operator of a network may have given the number to another subscriber while its account was unused.
    if let limit = attempt.caution.dormantSince,
      found.ownerSeenAt.map({ StoredTime($0) < StoredTime(limit) }) ?? true
    {
      return continues(.needsSecondFactor(owner))
    }
    return bound(to: owner, created: false)
  }
}
