// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

/// What a sign-in came to.
public enum LoginOutcome: Sendable {
  /// Signed in; the session is stored.
  case signedIn(Session)
  /// A phone number or e-mail address of an existing user has to be proved.
  case needsBinding(PendingSignIn)
  /// A phone number or e-mail address has to be proved; a new user is registered.
  case needsRegistration(PendingSignIn)
  /// A second factor is required.
  case secondFactor(PendingSignIn)
  /// An account was found, and the user has to say that it is theirs.
  case confirmLink(PendingSignIn)
  /// The password has expired, or will be soon.
  case passwordChange(PendingSignIn)
  /// A policy of the tenant refuses this sign-in.
  case denied

  /// The session; nil unless a user is signed in.
  public var session: Session? {
    if case .signedIn(let session) = self { session } else { nil }
  }

  /// What waits for the user; nil when nothing does.
  public var pending: PendingSignIn? {
    switch self {
    case .signedIn, .denied: nil
    case .needsBinding(let pending), .needsRegistration(let pending), .secondFactor(let pending),
      .confirmLink(let pending), .passwordChange(let pending):
      pending
    }
  }

  /// The same, after the user left the service's page with the app's own button.
  func after(_ event: String) -> LoginOutcome {
    guard var pending else { return self }
    pending.event = event
    return switch self {
    case .signedIn, .denied: self
    case .needsBinding: .needsBinding(pending)
    case .needsRegistration: .needsRegistration(pending)
    case .secondFactor: .secondFactor(pending)
    case .confirmLink: .confirmLink(pending)
    case .passwordChange: .passwordChange(pending)
    }
  }
}
