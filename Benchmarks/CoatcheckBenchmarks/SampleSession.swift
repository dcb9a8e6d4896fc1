// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// A session that is good for an hour, without a server.
enum SampleSession {
  /// - Parameter now: when its tokens were received.
  static func make(receivedAt now: Date) throws -> StoredSession {
    let issuer = try Issuer("https://idp.example")
    let metadata = try ServerMetadata(
      parsing: [
        "issuer": "https://idp.example",
        "authorization_endpoint": "https://idp.example/authorize",
        "token_endpoint": "https://idp.example/token", "jwks_uri": "https://idp.example/jwks",
        "response_types_supported": ["code"],
      ],
      expected: issuer)
    // As long as the access tokens (JWT, ES256) of large providers.
    let grant = TokenGrant(
      accessToken: Secret(String(repeating: "a", count: 900)), tokenType: "Bearer",
      expiry: .at(now.addingTimeInterval(3600)),
      refreshToken: Secret(String(repeating: "r", count: 60)), receivedAt: now)
    return try StoredSession(
      account: AccountID(issuer: issuer.text, clientID: "app", subject: "248289761001"),
      name: "main", grant: grant, scopes: [.openID], metadata: metadata)
  }

  /// Writes it into the store at `path`.
  static func write(to path: String) async throws {
    let store = FileTokenStore(directory: path)
    try await store.save(make(receivedAt: Environment.live.now()))
  }
}
