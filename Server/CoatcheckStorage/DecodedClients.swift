// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckPostgreSQL
import Synchronization

/// A cache of clients that were read recently, decoded from their rows.
///
/// Nearly every request reads the row of its client, and decoding the lists in it takes longer than reading
/// it. A cached client is used only while its row is unchanged, so a change by another server takes effect
/// at once.
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

  /// Texts are compared byte by byte, as identifiers and redirect URIs must be.
  private static func isSame(_ one: [StoredValue?], _ other: [StoredValue?]) -> Bool {
    one.elementsEqual(other) { left, right in
      if case .text(let left) = left, case .text(let right) = right { return left.isExactly(right) }
      return left == right
    }
  }
}
