// SPDX-License-Identifier: Apache-2.0

/// One requirement of a store.
package struct StoreCheck<Store>: Sendable, CustomStringConvertible {
  /// The requirement, as a sentence.
  package let name: String
  /// Checks it with an empty store.
  ///
  /// Throws ``IssuerStoreContract/Violation`` when the store violates it.
  package let run: @Sendable (_ store: Store) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (_ store: Store) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// The sentence.
  package var description: String { name }
}
