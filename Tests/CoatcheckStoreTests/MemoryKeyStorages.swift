// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import TestSupport

/// A keyring in memory, whose entries with a timeout expire by a clock that the test moves.
final class MemoryKeyring: KeyringStorage {
  private struct State {
    var entries: [String: (bytes: [UInt8], until: Duration?)] = [:]
    var now: Duration = .zero
    var error: OAuthError?
    var reads = 0
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.entries.count } }
  var reads: Int { state.withLock { $0.reads } }
  func fail(_ error: OAuthError?) { state.withLock { $0.error = error } }
  /// The machine restarts.
  func forget() { state.withLock { $0.entries = [:] } }

  func advance(_ time: Duration) {
    state.withLock { state in
      state.now += time
      let now = state.now
      state.entries = state.entries.filter { now < $0.value.until ?? now + .seconds(1) }
    }
  }

  func replaceAll(_ bytes: [UInt8]) {
    state.withLock { state in
      for name in state.entries.keys { state.entries[name] = (bytes, nil) }
    }
  }

  func read(_ name: String) throws(OAuthError) -> [UInt8]? {
    try state.withLock { state throws(OAuthError) -> [UInt8]? in
      state.reads += 1
      if let error = state.error { throw error }
      return state.entries[name]?.bytes
    }
  }

  func write(_ name: String, _ bytes: [UInt8], timeout: Duration?) throws(OAuthError) {
    try state.withLock { state throws(OAuthError) in
      if let error = state.error { throw error }
      state.entries[name] = (bytes, timeout.map { state.now + $0 })
    }
  }

  func remove(_ name: String) throws(OAuthError) { state.withLock { $0.entries[name] = nil } }
}

/// A secret service in memory, which can be locked or unavailable.
final class MemorySecrets: SecretStorage {
  private struct State {
    var secrets: [[String: String]: [UInt8]] = [:]
    var error: OAuthError?
    var lookups = 0
    var stores = 0
  }

  private let state = Mutex(State())

  static let locked = OAuthError.unreachable(.storeLocked, "The keyring is locked.")
  static let absent = OAuthError.unreachable(.storeFailed, "There is no Secret Service.")

  init(_ error: OAuthError? = nil) { fail(error) }

  var lookups: Int { state.withLock { $0.lookups } }
  var stores: Int { state.withLock { $0.stores } }
  func fail(_ error: OAuthError?) { state.withLock { $0.error = error } }
  func forget() { state.withLock { $0.secrets = [:] } }

  func lookup(_ attributes: [String: String]) async throws(OAuthError) -> [UInt8]? {
    await Task.yield()
    return try state.withLock { state throws(OAuthError) -> [UInt8]? in
      state.lookups += 1
      if let error = state.error { throw error }
      return state.secrets[attributes]
    }
  }

  func store(
    label: String, attributes: [String: String], secret: [UInt8]
  ) async throws(OAuthError) {
    await Task.yield()
    try state.withLock { state throws(OAuthError) in
      if let error = state.error { throw error }
      state.stores += 1
      state.secrets[attributes] = secret
    }
  }
}

/// A key source of one fixed key, or of none.
struct FixedKey: SealingKeySource {
  let name = "fixed"
  let fixed: SealingKey?

  init(_ byte: UInt8) throws { fixed = try SealingKey(Array(repeating: byte, count: 32)) }
  init() { fixed = nil }

  func key() async throws(OAuthError) -> SealingKey? { fixed }
  func keyAtOnce() throws(OAuthError) -> SealingKey? { fixed }
  func makeKey() async throws(OAuthError) -> SealingKey {
    guard let fixed else { throw .unreachable(.storeFailed, "No key is made here.") }
    return fixed
  }
}
