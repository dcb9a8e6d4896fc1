// SPDX-License-Identifier: Apache-2.0

/// One thing a store must do.
package struct StoreCheck<Store>: Sendable, CustomStringConvertible {
  /// What it must do, as a sentence.
  package let name: String
  /// Does it with an empty store.
  ///
  /// Throws ``IssuerStoreContract/Violation`` when the store does something else.
  package let run: @Sendable (_ store: Store) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (_ store: Store) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// The sentence.
  package var description: String { name }
}
