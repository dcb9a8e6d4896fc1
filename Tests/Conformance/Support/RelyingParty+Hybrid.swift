// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Flows with an ID token in the authorization response.
extension RelyingParty {
  /// Signs the user in by the hybrid flow, or by the implicit flow with an ID token.
  func signIn(using type: HybridTransaction.ResponseType) async throws -> Session {
    try await client().signIn(
      using: .hybrid(
        type, with: ReadyUserAgent(transport: transport), scopes: [.openID],
        because: "the module"))
  }

  /// The sign-in fails with exactly this error, without a token request and without a session.
  func expectRefusal(
    of type: HybridTransaction.ResponseType, _ row: Refusal,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let error = await failure(location) { try await signIn(using: type) }
    #expect(error?.code == row.code, sourceLocation: location)
    #expect(error?.parameter == row.parameter, sourceLocation: location)
    try await expectNoSignIn(tokenRequests: 0, at: location)
  }
}
