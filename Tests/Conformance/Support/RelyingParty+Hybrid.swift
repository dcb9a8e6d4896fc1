// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Signing in with an ID token that comes through the browser.
extension RelyingParty {
  /// Signs the person in by the hybrid flow, or the implicit one with an ID token.
  func signIn(using type: HybridTransaction.ResponseType) async throws -> Session {
    try await client().signIn(
      using: HybridSignIn(
        type, userAgent: ReadyUserAgent(transport: transport), scopes: [.openID],
        because: "the module"))
  }

  /// The sign-in fails with exactly this error before anything is redeemed, and nobody is signed in.
  func expectRefusal(
    of type: HybridTransaction.ResponseType, _ code: OAuthError.Code, _ parameter: String,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let error = await failure(location) { try await signIn(using: type) }
    #expect(error?.code == code, sourceLocation: location)
    #expect(error?.parameter == parameter, sourceLocation: location)
    try await expectNoSignIn(tokenRequests: 0, at: location)
  }
}
