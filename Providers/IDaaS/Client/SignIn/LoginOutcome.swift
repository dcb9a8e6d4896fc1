// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

/// The outcome of a step of a sign-in.
public enum LoginOutcome: Sendable {
  /// The user is signed in, and the session is stored.
  case signedIn(Session)
  /// The user must verify a phone number or e-mail address of an existing user.
  case needsBinding(PendingSignIn)
  /// The user must verify a phone number or e-mail address; a new user is registered.
  case needsRegistration(PendingSignIn)
  /// The user must use a second factor.
  case secondFactor(PendingSignIn)
  /// An account was found, and the user must confirm that it is theirs.
  case confirmLink(PendingSignIn)
  /// The password has expired or expires soon.
  case passwordChange(PendingSignIn)
  /// A policy of the tenant refuses this sign-in.
  case denied

  /// The session; nil unless the user is signed in.
  public var session: Session? {
    if case .signedIn(let session) = self { session } else { nil }
  }

  /// The pending sign-in; nil when the sign-in has ended.
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
