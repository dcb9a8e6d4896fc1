// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Registered clients move like sessions: with their secrets, and with the tokens by which they
/// change and end their registrations.
extension StoreMigration {
  /// The clients that are in the source now.
  func clients() async throws(OAuthError) -> [StoredClient] {
    try await (source as? any ListedClients)?.clients() ?? []
  }

  func outcome(of client: StoredClient) async -> MigrationReport.Outcome {
    let lock = StoreLock.record(StoredClient.key(client.issuer, client.name))
    do {
      return try await source.withExclusiveAccess(to: lock) {
        try await target.withExclusiveAccess(to: lock) { try await move(client) }
      }
    } catch {
      return .failed(OAuthError.known(error) ?? .store("\(error)"))
    }
  }

  private func move(_ listed: StoredClient) async throws(OAuthError) -> MigrationReport.Outcome {
    guard let source = source as? any ClientStore, let target = target as? any ClientStore else {
      throw .store("\(target.place.location) keeps no clients")
    }
    guard let client = try await source.client(at: listed.issuer, named: listed.name) else {
      return .gone
    }
    // A concurrent registration is saved in the target before it is removed from the source.
    if try await readable(client, in: target) != nil {
      try await source.forgetClient(at: client.issuer, named: client.name)
      return .keptNewer
    }
    try await target.keep(client)
    guard try await readable(client, in: target)?.record == client.record else {
      throw .store("\(self.target.place.location) does not keep what is saved there")
    }
    try await source.forgetClient(at: client.issuer, named: client.name)
    return .moved
  }

  private func readable(
    _ client: StoredClient, in store: any ClientStore
  ) async throws(OAuthError) -> StoredClient? {
    do throws(OAuthError) {
      return try await store.client(at: client.issuer, named: client.name)
    } catch  where error.code == .storeDamaged {
      return nil
    }
  }
}
