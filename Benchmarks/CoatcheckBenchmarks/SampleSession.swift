// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// A session that is valid for an hour, without a server.
enum SampleSession {
  /// - Parameters:
  ///   - number: The number of the account; nil for the account `main`.
  ///   - now: When its tokens were received.
  static func make(_ number: Int? = nil, receivedAt now: Date) throws -> StoredSession {
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
      account: account(number), name: number.map { "user-\($0)" } ?? "main", grant: grant,
      scopes: [.openID], metadata: metadata)
  }

  /// The account of the session with this number.
  static func account(_ number: Int?) -> AccountID {
    AccountID(
      issuer: "https://idp.example", clientID: "app",
      subject: number.map { "24828976\($0)" } ?? "248289761001")
  }

  /// Writes the account `main` and `others` further accounts into the file store at `path`.
  static func write(to path: String, others: Int) async throws {
    let store = FileTokenStore(directory: path)
    let now = RuntimeEnvironment.live.now()
    for number in 0..<others { try await store.save(make(number, receivedAt: now)) }
    let main = try make(receivedAt: now)
    try await store.save(main)
    try await store.setDefaultAccount(main.account)
  }

  /// Writes the account `main` into a sealed store at `folder`. Its key is in the kernel's keyring, where a
  /// key of the Secret Service is cached as well.
  static func seal(in folder: String) async throws {
    let store = SystemStore(folder: folder, choice: .sealed(.keyring))
    let main = try make(receivedAt: RuntimeEnvironment.live.now())
    try await store.save(main)
    try await store.setDefaultAccount(main.account)
  }
}
