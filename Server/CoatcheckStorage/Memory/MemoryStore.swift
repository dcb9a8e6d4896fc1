// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import Synchronization

/// A store in the memory of the process, for tests and trials: everything is lost when the process ends.
///
/// It fulfills the same contract as the stores with a database.
public final class MemoryStore: IssuerStore, UserStore {
  private let state = Mutex(MemoryState())

  /// Creates an empty store.
  public init() {}

  /// Runs one verb at a time. A verb that throws does so before it changes anything.
  func transaction<R: Sendable>(
    _ body: (inout MemoryState) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    try state.withLock { state throws(StoreError) in try body(&state) }
  }

  /// Always succeeds.
  public func ping() async throws(StoreError) {}
}
