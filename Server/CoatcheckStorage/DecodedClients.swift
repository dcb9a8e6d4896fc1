// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckPostgreSQL
import Synchronization

/// The clients that were read lately, as they were decoded from their rows.
///
/// Nearly every request reads the row of its client, and decoding the lists in it takes longer. What the row holds
/// decides: a client is never older than its row, also when another server changed it.
final class DecodedClients: Sendable {
  private struct Decoded {
    let row: [StoredValue?]
    let client: RegisteredClient
  }

  private let known = Mutex(RecentValues<String, Decoded>(limit: 200))

  /// The client in a row.
  func client(_ row: StoredRow) throws(StoreError) -> RegisteredClient {
    let (id, contents) = (try row.text("id"), row.contents)
    if let decoded = known.withLock({ $0.use(id) }), Self.isSame(decoded.row, contents) {
      return decoded.client
    }
    let client = try RegisteredClient(row: row)
    known.withLock { $0[id] = Decoded(row: contents, client: client) }
    return client
  }

  /// Texts are compared byte by byte: identifiers and redirect URIs are.
  private static func isSame(_ one: [StoredValue?], _ other: [StoredValue?]) -> Bool {
    one.elementsEqual(other) { left, right in
      if case .text(let left) = left, case .text(let right) = right { return left.isExactly(right) }
      return left == right
    }
  }
}
