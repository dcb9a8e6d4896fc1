// SPDX-License-Identifier: Apache-2.0
import TestKit

extension AuthorizationServer {
  /// A server without HTTP and without users. Several on one store are the nodes of one issuer.
  static func node(
    on store: any IssuerStore, issuer: String = "https://id.example",
    environment: RuntimeEnvironment = .live
  ) async throws -> AuthorizationServer {
    let keys = SigningKeys(store: store, sealer: try TestKeys.sealer())
    try await keys.start()
    return AuthorizationServer(
      settings: try IssuerSettings(issuer: Issuer(issuer)), store: store,
      directory: EmptyDirectory(), keys: keys, environment: environment, audit: { _ in })
  }

  private struct EmptyDirectory: Directory {
    func user(_ id: String) async throws -> DirectoryUser? { nil }
  }
}
