// SPDX-License-Identifier: Apache-2.0
import Coatcheck

/// The stores that a worker can be told to use.
enum WorkerStore {
  static func open(_ kind: String, _ path: String) -> (any TokenStore)? {
    switch kind {
    case "file": FileTokenStore(directory: path)
    default: nil
    }
  }
}
