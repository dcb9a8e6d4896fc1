// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Logging

/// A step of the start that can be tried without starting the server. Nothing is written.
struct StartCheck: Sendable {
  /// The setting that the problem names.
  let setting: String
  /// Tries it.
  let attempt: @Sendable (LoadedConfiguration) throws -> Void

  static let all: [StartCheck] = [
    StartCheck(setting: "issuer") { loaded in
      if let issuer = loaded.configuration.issuer {
        _ = try loaded.configuration.settings(for: issuer)
      }
    },
    StartCheck(setting: "database") { loaded in
      // A PostgreSQL database is not tried: only the start shows whether it can be reached.
      guard case .file(let path) = loaded.configuration.databasePlace else { return }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let files = FileManager.default
      guard files.isWritableFile(atPath: files.fileExists(atPath: path) ? path : folder) else {
        throw OAuthError.misused("database", "The database cannot be written, or made.")
      }
    },
    StartCheck(setting: "keyFile") { loaded in
      guard let file = loaded.configuration.masterKeyFile,
        let place = loaded.configuration.databasePlace
      else { return }
      let files = FileManager.default
      guard case .file(let path) = place else {
        // Whether a PostgreSQL database has keys already is not known here.
        if files.fileExists(atPath: file) {
          _ = try KeyFile(path: file).load(sealed: .something, environment: .live)
        }
        return
      }
      // A new database gets a new key, unless one is there.
      guard files.fileExists(atPath: path) || files.fileExists(atPath: file) else { return }
      _ = try KeyFile(path: file).load(sealed: .something, environment: .live)
    },
    StartCheck(setting: "tlsCertificate") { loaded in
      _ = try loaded.configuration.certificate()
    },
    StartCheck(setting: "seed") { loaded in
      try loaded.seed.checkUsers()
    },
    StartCheck(setting: "tenant") { loaded in
      guard let folder = loaded.configuration.tenant else { return }
      _ = try Tenancy(
        folder: folder, isDevelopment: loaded.configuration.development, environment: .live,
        logger: Logger(label: "coatcheckd") { _ in SwiftLogNoOpLogHandler() })
    },
  ]

  /// What would keep a server from starting.
  static func problems(of loaded: LoadedConfiguration) -> [ConfigurationProblem] {
    all.compactMap { check in
      do {
        try check.attempt(loaded)
        return nil
      } catch {
        return ConfigurationProblem(
          source: loaded.sources[check.setting] ?? .standard, member: check.setting,
          reason: Standard.sentence(of: error))
      }
    }
  }
}

extension Seed {
  /// Checks names and passwords, without hashing any.
  ///
  /// - Throws: ``SeedError`` for the first invalid one.
  func checkUsers() throws {
    for (index, user) in users.enumerated() {
      do throws(AccountError) {
        _ = try UserName(user.username)
        _ = try Password(user.password.reveal())
      } catch {
        throw SeedError(place: "users[\(index)]", reason: error.reason)
      }
    }
  }
}
