// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What signing out achieved, step by step.
public struct SignOutReport: Sendable {
  /// A step of signing out, in the order they are taken.
  public enum Step: String, Sendable, CaseIterable {
    /// Revokes the refresh token at the authorization server, and with it the grant.
    case revokeRefreshToken = "revoke_refresh_token"
    /// Revokes the access token at the authorization server.
    case revokeAccessToken = "revoke_access_token"
    /// Removes the session from the store.
    case forgetLocally = "forget_locally"
    /// Opens the page that ends the login session in the user's browser.
    case endProviderSession = "end_provider_session"
  }

  /// What became of a step.
  public enum Outcome: Sendable, Equatable {
    /// It is done.
    case done
    /// There was nothing to do.
    ///
    /// - Parameter reason: Why, in a sentence that is safe to show and to log.
    case skipped(reason: String)
    /// It failed. A token that could not be revoked may be accepted until it expires.
    case failed(OAuthError)
  }

  /// The address that ends the login session, and the check of the callback, for an app that shows the page
  /// by itself. It is there when the plan has that step and no user agent was given.
  ///
  /// [OpenID Connect RP-Initiated Logout 1.0](https://openid.net/specs/openid-connect-rpinitiated-1_0.html).
  public internal(set) var endSession: EndSessionTransaction?

  /// The steps of the plan with their outcomes.
  public internal(set) var steps: [(step: Step, outcome: Outcome)] = []

  /// Whether no step failed.
  public var isComplete: Bool {
    steps.allSatisfy { if case .failed = $0.outcome { false } else { true } }
  }

  /// The outcome of a step; `skipped` for a step that was not part of the plan.
  public subscript(step: Step) -> Outcome {
    steps.first { $0.step == step }?.outcome ?? .skipped(reason: "It was not tried.")
  }
}
