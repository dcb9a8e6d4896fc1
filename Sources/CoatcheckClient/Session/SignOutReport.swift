// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What signing out achieved, step by step.
public struct SignOutReport: Sendable {
  /// A step of signing out, in the order they are taken.
  public enum Step: String, Sendable, CaseIterable {
    /// Revokes the refresh token at the issuer, and with it the session there.
    case revokeRefreshToken = "revoke_refresh_token"
    /// Revokes the access token at the issuer.
    case revokeAccessToken = "revoke_access_token"
    /// The session is removed from the store.
    case forgetLocally = "forget_locally"
    /// The user's browser opens the page that ends the issuer's own session.
    case endProviderSession = "end_provider_session"
  }

  /// What became of a step.
  public enum Outcome: Sendable, Equatable {
    /// It is done.
    case done
    /// There was nothing to do.
    case skipped(reason: String)
    /// It did not work. A token that could not be revoked may be honoured until it ends.
    case failed(OAuthError)
  }

  /// The address which ends the issuer's session, and the check of the answer, for an app that
  /// shows it by itself. It is there when the plan has that step and no user agent was given.
  public internal(set) var endSession: EndSessionTransaction?

  /// The steps of the plan with their outcomes.
  public internal(set) var steps: [(step: Step, outcome: Outcome)] = []

  /// Whether no step failed.
  public var isComplete: Bool {
    steps.allSatisfy { if case .failed = $0.outcome { false } else { true } }
  }

  /// The outcome of a step.
  public subscript(step: Step) -> Outcome {
    steps.first { $0.step == step }?.outcome ?? .skipped(reason: "It was not tried.")
  }
}
