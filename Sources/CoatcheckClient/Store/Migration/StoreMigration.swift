// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Moves all sessions, the choice of the default account and registered clients from one store to
/// another, without loss.
///
/// Each account is moved under its lock in both stores: read, saved, read back and
/// compared, and only then removed from the old store. Whenever it is interrupted, each session is
/// in one of the stores or in both, and running it again finishes. The stores must be two different
/// places.
public struct StoreMigration: Sendable {
  /// The store that sessions are moved from.
  public let source: any TokenStore
  /// The store that sessions are moved to.
  public let target: any TokenStore

  /// Creates a migration. Nothing is read or written before ``run()``.
  ///
  /// - Parameters:
  ///   - source: The store that sessions are moved from.
  ///   - target: The store that sessions are moved to. It must be another place than the source.
  public init(from source: any TokenStore, to target: any TokenStore) {
    self.source = source
    self.target = target
  }

  /// Moves everything that is in the source now.
  ///
  /// - Returns: What became of each account and client. One that fails does not keep the others from
  ///   moving.
  /// - Throws: `OAuthError` with `misused` naming `target` when both stores are the same place;
  ///   `storeFailed`, `storeLocked` or `storeDamaged` when the sessions or clients of the source cannot be
  ///   listed. Nothing was moved then.
  public func run() async throws(OAuthError) -> MigrationReport {
    // In one and the same place, removing from the source would remove from the target.
    guard source.place.location != target.place.location || source.place.protection == .memory
    else { throw .misused("target", "The sessions are in \(target.place.location) already.") }
    var report = MigrationReport()
    let clients = try await clients()
    for session in try await source.sessions() {
      let outcome = await outcome(of: session.account)
      report.accounts.append(
        MigrationReport.Entry(account: session.account, name: session.name, outcome: outcome))
    }
    do throws(OAuthError) { try await moveDefault() } catch { report.defaultFailure = error }
    for client in clients {
      report.clients.append(
        MigrationReport.Client(
          issuer: client.issuer, name: client.name, outcome: await outcome(of: client)))
    }
    return report
  }

  private func outcome(of account: AccountID) async -> MigrationReport.Outcome {
    do {
      return try await source.withExclusiveAccess(to: account) {
        try await target.withExclusiveAccess(to: account) { try await move(account) }
      }
    } catch {
      return .failed(OAuthError.known(error) ?? .store("\(error)"))
    }
  }

  private func move(_ account: AccountID) async throws(OAuthError) -> MigrationReport.Outcome {
    guard let session = try await source.session(account) else { return .gone }
    if let there = try await target.session(account), Self.isNewer(there, than: session) {
      try await source.remove(account)
      return .keptNewer
    }
    // A refresh token behind the user's presence is moved only if it was read with a prompt.
    guard session.guardedItem == nil || session.refreshToken != nil else {
      throw .refused(
        .interactionRequired,
        "The refresh token is behind the user's presence, which another store does not ask for; sign in again there.",
        parameter: "presence")
    }
    try await target.save(session)
    let kept = try await target.session(account)
    guard kept?.json.serialized() == session.json.serialized() else {
      throw .store("\(target.place.location) does not keep what is saved there")
    }
    try await source.remove(account)
    return .moved
  }

  /// Whether a session has newer tokens than the other.
  static func isNewer(_ one: StoredSession, than other: StoredSession) -> Bool {
    (one.generation, one.obtainedAt) > (other.generation, other.obtainedAt)
  }

  private func moveDefault() async throws(OAuthError) {
    guard let account = try await source.defaultAccount() else { return }
    if try await target.defaultAccount() == nil {
      try await target.setDefaultAccount(account)
      guard try await target.defaultAccount() == account else {
        throw .store("\(target.place.location) does not keep what is saved there")
      }
    }
    try await source.setDefaultAccount(nil)
  }
}
