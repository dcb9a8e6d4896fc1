// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The verification of ID tokens with the tenant's keys.
extension IDaaS {
  /// Validates an ID token: its signature, its lifetime, its issuer and that it is issued for this
  /// application.
  ///
  /// If the tenant's keys are available, no request is sent. They are fetched when first needed, once an
  /// hour, and when a token names an unknown key, at most once a minute. When a token seems expired or not
  /// yet valid, the tenant's time is requested, at most once an hour. See
  /// [OpenID Connect Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
  ///
  /// - Parameter idToken: The ID token, a signed JWT.
  /// - Returns: The user that the token names.
  /// - Throws: ``IDTokenRefusal``: `input` for an empty token, `keysMissing` when the keys cannot be
  ///   fetched (retry later), `invalid`, `expired`, or `otherClient` when it is issued for another
  ///   application.
  public nonisolated(nonsending) func verify(
    _ idToken: Secret
  ) async throws(IDTokenRefusal) -> IDaaSUser {
    IDaaSUser(claims: try await shared.verifier.claims(of: idToken))
  }
}
