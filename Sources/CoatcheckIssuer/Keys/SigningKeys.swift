// SPDX-License-Identifier: Apache-2.0
package import CoatcheckJOSE
package import CoatcheckOAuth
import Synchronization

/// The issuer's signing keys: made once on the first start, kept sealed in the store, the same
/// after every restart.
///
/// RSA keys take long to make, so the first start makes them beside the work: discovery answers
/// at once and whoever needs a key waits for it. Several nodes may start at once; the store lets
/// one win and the others adopt its keys.
public final class SigningKeys: Sendable {
  private enum Phase {
    case idle
    case making(Task<KeyRing, any Error>)
    case ready(KeyRing)
  }

  /// The algorithms an issuer signs with: ES256 for access tokens, RS256 for clients which ask for
  /// OpenID Connect's default.
  static let algorithms: [SignatureAlgorithm] = [.es256, .rs256]

  private let store: any IssuerStore
  private let sealer: Sealer
  private let phase = Mutex(Phase.idle)

  /// Keys which are not loaded yet: call ``start()``.
  public init(store: any IssuerStore, sealer: Sealer) {
    self.store = store
    self.sealer = sealer
  }

  /// Loads the stored keys, or begins to make the first ones.
  ///
  /// - Throws: `misused` when keys are stored and the master key does not open them. Nothing is
  ///   replaced then: start again with the right key file. `StoreError` when the store cannot be
  ///   read.
  public func start() async throws {
    if let record = try await store.keySet() {
      let ring = try Self.open(record, with: sealer)
      phase.withLock { $0 = .ready(ring) }
      return
    }
    phase.withLock { phase in
      guard case .idle = phase else { return }
      phase = .making(Task { [store, sealer] in try await Self.make(in: store, sealer: sealer) })
    }
  }

  /// The keys, waiting for the first ones where they are still being made.
  ///
  /// - Throws: `misused` before ``start()``; the error of making them otherwise.
  public func ring() async throws -> KeyRing {
    switch phase.withLock({ $0 }) {
    case .ready(let ring): return ring
    case .idle: throw OAuthError.misused("keys", "The signing keys were not started.")
    case .making(let task):
      let ring = try await task.value
      phase.withLock { $0 = .ready(ring) }
      return ring
    }
  }

  private static func make(in store: any IssuerStore, sealer: Sealer) async throws -> KeyRing {
    let keys = try algorithms.map { try SigningKey.generate($0) }
    let ring = KeyRing(keys)
    let record = try record(for: keys, sealer: sealer)
    if try await store.replaceKeySet(expecting: nil, with: record) { return ring }
    guard let winner = try await store.keySet() else {
      throw OAuthError.misused("store", "Another node's keys vanished while this one started.")
    }
    return try open(winner, with: sealer)
  }

  /// Keys as the store holds them.
  package static func record(
    for keys: [SigningKey], version: Int = 1, sealer: Sealer
  ) throws(OAuthError) -> KeySetRecord {
    KeySetRecord(
      version: version, sealed: try sealer.seal(KeyRing.stored(keys), for: .signingKeys))
  }

  private static func open(_ record: KeySetRecord, with sealer: Sealer) throws -> KeyRing {
    guard let bytes = sealer.open(record.sealed, for: .signingKeys) else {
      throw OAuthError.misused(
        "masterKey",
        "The master key does not open the stored signing keys; nothing was changed.")
    }
    return try KeyRing(stored: bytes)
  }
}
