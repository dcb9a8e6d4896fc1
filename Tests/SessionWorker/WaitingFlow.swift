// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckNXOAuth2Client
import Foundation

/// A flow whose callback may reach another worker than the one that began it.
enum WaitingFlow: String {
  case code, hybrid, implicit
  /// The code flow, by a client with callbacks.
  case delegate
  /// The pages of a tenant.
  case idaas

  func begin(_ client: Client, _ scopes: [Scope]) async throws -> URL {
    switch self {
    case .code: try await client.beginSignIn(scopes: scopes, storedAs: "main")
    case .hybrid:
      try await client.beginSignIn(
        using: .hybrid(.codeIDToken, scopes: scopes, because: "a test"), storedAs: "main")
    case .implicit:
      try await client.beginSignIn(
        using: .implicit(scopes: [.profile], because: "a test"), storedAs: "main")
    case .delegate:
      try await CallbackClient(client, scopes: scopes, storedAs: "main").beginSignIn()
    case .idaas: throw OAuthError.misused("flow", "A tenant has no client.")
    }
  }

  func resume(_ client: Client, with callback: URL) async throws -> Session? {
    guard self == .delegate else { return try await client.resume(with: callback) }
    return try await CallbackClient(client, storedAs: "main").resume(with: callback)
  }
}
