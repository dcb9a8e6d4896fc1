// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

extension FileTokenStore {
  /// All sessions, by name, read at once on this thread: for programs that shall start fast.
  ///
  /// It changes nothing but rights that are too wide. A damaged file stays where it is; the other
  /// functions set it aside.
  ///
  /// - Throws: ``OAuthError`` with `storeFailed`, or `storeDamaged` naming the file.
  public func readSessions() throws(OAuthError) -> [StoredSession] {
    var sessions: [StoredSession] = []
    for name in try sessionFiles() {
      if let session = try readSession(name) { sessions.append(session) }
    }
    return sessions.sorted { $0.name < $1.name }
  }

  /// The names of the session files. What a crash left behind has other names.
  func sessionFiles() throws(OAuthError) -> [String] {
    guard let folder = try PrivateFolder.open(directory) else { return [] }
    return try folder.names(endingIn: Self.suffix)
  }

  /// Reads a session file; nil when there is none.
  func readSession(_ name: String) throws(OAuthError) -> StoredSession? {
    guard let folder = try PrivateFolder.open(directory), let (bytes, _) = try folder.read(name)
    else { return nil }
    return try Self.session(bytes, path: "\(directory)/\(name)")
  }

  static func session(_ bytes: [UInt8], path: String) throws(OAuthError) -> StoredSession {
    let json: JSONObject
    do {
      json = try JSONObject(parsing: bytes)
    } catch {
      throw .unreadable(
        .storeDamaged, "The session file \(path) is damaged: it is no JSON object.")
    }
    do throws(OAuthError) {
      let session = try StoredSession(json: json)
      // A file under another account's name was put there by somebody else.
      guard path.hasSuffix(session.account.fingerprint + suffix) else {
        throw OAuthError.unreadable(.storeDamaged, "The file name is another account's.")
      }
      return session
    } catch {
      throw .unreadable(
        error.code, "The session file \(path) can't be used: \(error.reason)",
        parameter: error.parameter)
    }
  }
}
