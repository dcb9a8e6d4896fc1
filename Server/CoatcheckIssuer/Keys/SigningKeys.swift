// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
package import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

/// The signing keys of the server: created on the first start, sealed in the store, the same after every
/// restart, and replaced by schedule.
///
/// RSA keys take long to create, so that the first start creates them in the background: the server accepts
/// requests at once, and a caller that needs a key waits for it. When several nodes start at the same time,
/// the keys of one are stored, and the others adopt them. Keys are replaced in the same way
/// (``maintain()``): a new key is published long before it signs, and an old one long after, so that no
/// verifier with a cached key set receives a signature by a key that it does not know.
public final class SigningKeys: Sendable {
  /// Why keys are replaced before the schedule requires it.
  public enum Replacement: Sendable {
    /// New keys are published now and sign in ten minutes; the old ones verify for their whole retention.
    case orderly
    /// For private keys that leaked: new ones sign at once, and the old ones are removed. What
    /// they signed is invalid here; other verifiers may accept it until they fetch the keys again.
    case stolen
  }

  struct Loaded {
    let version: Int
    let entries: [KeyEntry]
    var ring: KeyRing
    /// When the store was read last.
    var readAt: Date
  }

  private enum Phase {
    case idle
    case making(Task<Loaded, any Error>)
    case ready(Loaded)
  }

  /// The algorithms a server signs with by default: ES256 for access tokens, RS256 for
  /// clients which ask for OpenID Connect's default.
  public static let usualAlgorithms: [SignatureAlgorithm] = [.es256, .rs256]

  /// The algorithms that have a key. ES256 is always among them.
  public let algorithms: [SignatureAlgorithm]
  /// The schedule by which keys are replaced.
  public let rotation: KeyRotation

  let store: any IssuerStore
  let sealer: Sealer
  private let phase = Mutex(Phase.idle)

  /// Creates the object; nothing is read before ``start()``.
  ///
  /// - Parameters:
  ///   - store: Where the sealed keys are stored.
  ///   - sealer: Seals the keys; its wall clock decides when they sign.
  ///   - rotation: The schedule by which keys are replaced.
  ///   - algorithms: The algorithms, besides ES256, that ID tokens and other responses can be signed with.
  public init(
    store: any IssuerStore, sealer: Sealer, rotation: KeyRotation = .standard,
    algorithms: [SignatureAlgorithm] = SigningKeys.usualAlgorithms
  ) {
    self.store = store
    self.sealer = sealer
    self.rotation = rotation
    self.algorithms = SignatureAlgorithm.allCases.filter { $0 == .es256 || algorithms.contains($0) }
  }

  /// Loads the stored keys, or begins to create the first ones in the background.
  ///
  /// - Throws: `misused` when keys are stored and the master key does not open them. Nothing is
  ///   replaced then: start again with the right key file. ``StoreError`` when the store cannot be used.
  public func start() async throws {
    if let record = try await store.keySet() {
      let loaded = try opened(record)
      adopt(loaded)
      // An algorithm was added to the settings. Its key is created now, because clients may register the
      // algorithm as soon as this server responds.
      if !algorithms.allSatisfy({ loaded.ring.active[$0] != nil }) { try await maintain() }
      return
    }
    phase.withLock { phase in
      guard case .idle = phase else { return }
      phase = .making(Task { try await self.make() })
    }
  }

  /// The keys of this moment. While the first ones are created, the caller waits for them.
  ///
  /// Every five seconds one caller reads the store again, for changes by another node; the others do not
  /// wait. When the store cannot be read then, the loaded keys stay in use.
  ///
  /// - Throws: `misused` before ``start()``. While the first keys are created: ``StoreError`` when they
  ///   cannot be stored, and `misused` when another node's keys do not open.
  public func ring() async throws -> KeyRing {
    switch phase.withLock({ $0 }) {
    case .idle: throw OAuthError.misused("keys", "The signing keys were not started.")
    case .making(let task):
      let loaded = try await task.value
      phase.withLock { phase in
        if case .making = phase { phase = .ready(loaded) }
      }
    case .ready:
      let now = now
      // If the store cannot be read, it is read again later; the loaded keys are still valid.
      if let version = versionToCheck(at: now), let record = try? await store.keySet(),
        record.version != version, let loaded = try? opened(record)
      {
        adopt(loaded)
      }
    }
    return try current()
  }

  var now: Date { sealer.environment.now() }

  /// Uses these keys from now on.
  func adopt(_ loaded: Loaded) { phase.withLock { $0 = .ready(loaded) } }

  /// The version of the loaded keys, for the one caller that must read the store now; nil for the others.
  private func versionToCheck(at now: Date) -> Int? {
    phase.withLock { phase in
      guard case .ready(var loaded) = phase,
        // `abs`: also when the clock was set back.
        abs(now.timeIntervalSince(loaded.readAt)) >= KeyRotation.reading
      else { return nil }
      loaded.readAt = now
      phase = .ready(loaded)
      return loaded.version
    }
  }

  private func current() throws -> KeyRing {
    let now = now
    return try phase.withLock { phase in
      guard case .ready(var loaded) = phase else {
        throw OAuthError.misused("keys", "The signing keys were not started.")
      }
      if loaded.ring.validity.contains(now) { return loaded.ring }
      loaded.ring = KeyRing(loaded.entries, at: now, rotation)
      phase = .ready(loaded)
      return loaded.ring
    }
  }

  private func make() async throws -> Loaded {
    let now = now
    let entries = try algorithms.map { KeyEntry(key: try SigningKey.generate($0), from: now) }
    let record = try Self.record(for: entries, version: 1, sealer: sealer)
    if try await store.replaceKeySet(expecting: nil, with: record) {
      return loaded(entries, version: 1)
    }
    guard let winner = try await store.keySet() else {
      throw OAuthError.misused("store", "Another node's keys vanished while this one started.")
    }
    return try opened(winner)
  }

  func loaded(_ entries: [KeyEntry], version: Int) -> Loaded {
    let now = now
    return Loaded(
      version: version, entries: entries, ring: KeyRing(entries, at: now, rotation), readAt: now)
  }

  func opened(_ record: KeySetRecord) throws -> Loaded {
    guard let bytes = sealer.open(record.sealed, for: .signingKeys) else {
      throw OAuthError.misused(
        "masterKey",
        "The master key does not open the stored signing keys; nothing was changed.")
    }
    return loaded(try KeyEntry.read(bytes), version: record.version)
  }

  static func record(
    for entries: [KeyEntry], version: Int, sealer: Sealer
  ) throws(OAuthError) -> KeySetRecord {
    KeySetRecord(
      version: version, sealed: try sealer.seal(KeyEntry.stored(entries), for: .signingKeys))
  }

  /// The stored record of keys without a start, as an older version stored them.
  package static func record(
    for keys: [SigningKey], version: Int = 1, sealer: Sealer
  ) throws(OAuthError) -> KeySetRecord {
    try record(for: keys.map { KeyEntry(key: $0) }, version: version, sealer: sealer)
  }
}
