// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import Synchronization

/// A store that forgets everything when the process ends: for tests and trials.
///
/// It does what a database does, by the same contract.
public final class MemoryStore: IssuerStore, UserStore {
  private let state = Mutex(MemoryState())

  /// An empty store.
  public init() {}

  /// Runs one verb at a time; a verb throws before it changes anything.
  func transaction<R: Sendable>(
    _ body: (inout MemoryState) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try state.withLock { state throws(StoreError) in try body(&state) }
  }

  /// Always succeeds.
  public func ping() async throws(StoreError) {}
}
