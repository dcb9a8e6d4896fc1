// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The verification of ID tokens with the tenant's keys.
extension IDaaS {
  /// Checks an ID token: whether it is authentic, not expired, and for this application.
  ///
  /// With the tenant's keys available nothing is sent. They are fetched when first needed, once an hour, and when a
  /// token names one that is not known, at most once a minute.
  ///
  /// - Parameter idToken: The token.
  /// - Returns: Who it says is signed in.
  /// - Throws: Why it is not believed.
  public nonisolated(nonsending) func verify(
    _ idToken: Secret
  ) async throws(IDTokenRefusal) -> IDaaSUser {
    IDaaSUser(claims: try await shared.verifier.claims(of: idToken))
  }
}
