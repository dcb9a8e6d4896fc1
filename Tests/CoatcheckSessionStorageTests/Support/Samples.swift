// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import TestSupport

/// Sample sessions, without a server.
enum Samples {
  static let t0 = Date(timeIntervalSince1970: 1_700_000_000)

  static func account(_ subject: String, issuer: String = "https://op.example") -> AccountID {
    AccountID(issuer: issuer, clientID: "app", subject: subject)
  }

  static func session(
    _ subject: String, name: String? = nil, generation: Int = 1, token: String = "token"
  ) throws -> StoredSession {
    let metadata = try ServerMetadata(
      parsing: [
        "issuer": "https://op.example", "authorization_endpoint": "https://op.example/authorize",
        "token_endpoint": "https://op.example/token", "jwks_uri": "https://op.example/jwks",
        "response_types_supported": ["code"],
      ],
      expected: Issuer("https://op.example"))
    let grant = TokenGrant(
      accessToken: Secret(token), tokenType: "Bearer", expiry: .at(t0 + 3600),
      refreshToken: Secret("refresh-\(token)"), receivedAt: t0)
    var session = try StoredSession(
      account: account(subject), name: name, grant: grant, scopes: [.openID], metadata: metadata)
    session.generation = generation
    return session
  }

  /// A key in the format of account keys.
  static func key(_ number: Int) -> String { String(format: "%064x", number) }

  static func record(
    _ number: Int, _ index: [String: String] = [:], content: String = "content"
  ) -> StoredRecord {
    StoredRecord(key: key(number), index: index, content: Array(content.utf8))
  }
}

/// The error that the body throws, if it is an `OAuthError`; nil when it throws none.
func failure<Value>(of body: () async throws -> Value) async -> OAuthError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? OAuthError
  }
}
