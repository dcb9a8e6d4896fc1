// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// A token store in one SQLite file.
public typealias SQLiteTokenStore = RecordTokenStore<SQLiteRecords>

extension RecordTokenStore where Records == SQLiteRecords {
  /// Opens the file, or creates it. The thread waits for the disk meanwhile.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - environment: The timer for waiting while another process holds an account's lock.
  /// - Throws: As ``SQLiteRecords/init(path:readers:environment:)``.
  public init(path: String, environment: RuntimeEnvironment = .live) throws(OAuthError) {
    self.init(try SQLiteRecords(path: path, environment: environment))
  }
}
