// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
package import CoatcheckOAuth

/// A store that lists its registered clients, so that they can be moved to another store.
package protocol ListedClients: ClientStore {
  /// All registered clients, in a fixed order. A client that cannot be read is left out: it can be
  /// registered again.
  ///
  /// - Throws: `storeFailed` or `storeLocked`.
  func clients() async throws(OAuthError) -> [StoredClient]
}

extension RecordTokenStore: ListedClients {
  package func clients() async throws(OAuthError) -> [StoredClient] {
    var found: [StoredClient] = []
    for key in try await records.keys(where: [:], after: nil, limit: nil)
    where StoredClient.isKey(key) {
      if let client = try await records.read(key).flatMap({ StoredClient($0, key: key) }) {
        found.append(client)
      }
    }
    return found
  }
}

extension StoredClient {
  /// Whether a record is one of a client.
  static func isKey(_ key: String) -> Bool { key.hasPrefix("r") && key.utf8.count == 64 }

  /// The client of a record, for any issuer; nil when it is damaged.
  init?(_ content: [UInt8], key: String) {
    guard let json = try? JSONObject(parsing: content),
      let issuer = json["issuer"]?.stringValue.flatMap({ try? Issuer($0) }),
      let name = json["name"]?.stringValue, Self.key(issuer, name) == key
    else { return nil }
    self.init(content, issuer, name)
  }
}
