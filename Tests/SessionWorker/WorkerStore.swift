// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckSessionStorage

/// The stores that a worker can be told to use.
enum WorkerStore {
  static func open(_ kind: String, _ place: String) async -> (any TokenStore)? {
    switch kind {
    case "file": FileTokenStore(directory: place)
    case "postgresql":
      // The network between the test's machines belongs to the test.
      (try? await PostgreSQLRecords(place, verification: .asTheStringSays))
        .map(PostgreSQLTokenStore.init)
    default: nil
    }
  }
}
