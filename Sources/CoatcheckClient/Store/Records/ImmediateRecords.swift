// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// Records which can be read at once, on the calling thread: for programs that shall start fast.
///
/// Reading at once changes nothing but permissions that are too wide. A damaged record stays where it
/// is; the other functions set it aside.
package protocol ImmediateRecords: RecordStore {
  /// The keys of the records with these index values, or of more, in ascending order.
  func keysAtOnce(where index: [String: String]) throws(OAuthError) -> [String]

  /// The content of a record; nil if there is no such record.
  func contentAtOnce(of key: String) throws(OAuthError) -> [UInt8]?
}

// An extension of the records, not of a token store over them: the runtime takes time to look up each
// generic type that a program uses for the first time.
extension ImmediateRecords {
  /// The sessions which the filter lets through, by name, read at once.
  ///
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`, or `storeDamaged` naming the
  ///   record.
  package func sessionsAtOnce(_ filter: AccountFilter = .all) throws(OAuthError) -> [StoredSession]
  {
    try some(of: filter, among: keysAtOnce(where: filter.index))
  }

  /// The one session with this name, or without a name the one that was chosen as the default, or
  /// the only one; nil if there is no match or more than one.
  ///
  /// - Throws: As ``sessionsAtOnce(_:)``.
  package func sessionAtOnce(named name: String?) throws(OAuthError) -> StoredSession? {
    guard let name else { return try defaultAtOnce() }
    let filter = AccountFilter(name: name)
    let found = try sessionsAtOnce(filter)
    guard found.isEmpty else { return found.count == 1 ? found.first : nil }
    // The index may lack a session that is stored nevertheless, so all records are read.
    let all = try some(of: filter, among: keysAtOnce(where: [:]))
    return all.count == 1 ? all.first : nil
  }

  private func defaultAtOnce() throws(OAuthError) -> StoredSession? {
    let chosen = try contentAtOnce(of: DefaultRecord.key).flatMap(DefaultRecord.account)
    if let chosen { return try sessionAtOnce(under: chosen.fingerprint) }
    let keys = try keysAtOnce(where: [:]).filter(SessionRecord.isKey)
    guard let only = keys.first, keys.count == 1 else { return nil }
    return try sessionAtOnce(under: only)
  }

  private func some(
    of filter: AccountFilter, among keys: [String]
  ) throws(OAuthError) -> [StoredSession] {
    var sessions: [StoredSession] = []
    for key in keys {
      if let session = try sessionAtOnce(under: key), filter.admits(session) {
        sessions.append(session)
      }
    }
    return sessions.sorted { $0.name < $1.name }
  }

  private func sessionAtOnce(under key: String) throws(OAuthError) -> StoredSession? {
    guard SessionRecord.isKey(key), let content = try contentAtOnce(of: key) else {
      return nil
    }
    return try SessionRecord.session(content, key: key, location: location(of: key))
  }
}
