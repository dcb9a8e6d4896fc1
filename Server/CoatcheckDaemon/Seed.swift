// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The users, clients and figures a server starts with, as an operator writes them.
///
/// ```json
/// {
///   "users": [{"username": "alice", "password": "…", "claims": {"email": "alice@example.org"}}],
///   "clients": [{"id": "app", "name": "App", "redirectURIs": ["http://127.0.0.1/callback"]}],
///   "settings": {"accessTokenLifetime": 300}
/// }
/// ```
///
/// Unknown members are an error that names them: a misspelled one would silently have no effect.
struct Seed: Sendable {
  var users: [SeedUser] = []
  var clients: [SeedClient] = []
  var settings = SeedSettings()

  /// The largest seed file read, in bytes. 1 MiB.
  static let maximumSize = 1 << 20

  /// Reads a seed.
  ///
  /// - Throws: ``SeedError`` naming the place and what is wrong there.
  /// - Parameters:
  ///   - bytes: The file.
  ///   - folder: Where relative paths in it begin; nil for the working directory.
  init(parsing bytes: [UInt8], in folder: String? = nil) throws {
    let json: JSONObject
    do {
      json = try JSONObject(parsing: bytes, limits: JSONLimits(depth: 32, bytes: Self.maximumSize))
    } catch {
      throw SeedError(place: "", reason: error.reason, line: error.line(in: bytes))
    }
    let reader = SeedReader(json, at: "", in: folder)
    try reader.allow(["users", "clients", "settings"])
    let userReaders = try reader.objects("users")
    let clientReaders = try reader.objects("clients")
    users = try userReaders.map(SeedUser.init(reading:))
    clients = try clientReaders.map(SeedClient.init(reading:))
    // Of two entries with the same name, one would have no effect.
    try Self.requireUnique("username", users.map { try? UserName($0.username).text }, userReaders)
    try Self.requireUnique("id", users.map(\.id), userReaders)
    try Self.requireUnique("id", clients.map(\.registration.id), clientReaders)
    if let settings = try reader.object("settings") {
      self.settings = try SeedSettings(reading: settings)
    }
  }
}

extension Seed {
  /// Reads the seed in a file.
  ///
  /// - Throws: ``SeedError`` for what is wrong with the file.
  init(readingFileAt path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SeedError(place: "", reason: "cannot be read")
    }
    try self.init(parsing: Array(data), in: Folders.folder(of: path))
  }

  private static func requireUnique(
    _ member: String, _ values: [String?], _ readers: [SeedReader]
  ) throws {
    var seen: Set<String> = []
    for (value, reader) in zip(values, readers) {
      if let value, !seen.insert(value).inserted {
        throw reader.error(member, "is that of another one in this file")
      }
    }
  }
}

/// What is wrong with a seed file, and where.
struct SeedError: Error, CustomStringConvertible {
  let place: String
  let reason: String
  /// The line of the file, from 1; nil where it is not known.
  var line: Int?

  var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
