// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension IDaaS {
  /// Checks an ID token: whether it is genuine, still good, and for this application.
  ///
  /// With the tenant's keys at hand nothing is sent. They are fetched when first needed, once an hour, and when a
  /// token names one that isn't known, at most once a minute.
  ///
  /// - Parameter idToken: The token.
  /// - Returns: Who it says is signed in.
  /// - Throws: Why it isn't believed.
  public nonisolated(nonsending) func verify(
    _ idToken: Secret
  ) async throws(IDTokenRefusal) -> IDaaSUser {
    IDaaSUser(claims: try await shared.verifier.claims(of: idToken))
  }
}
