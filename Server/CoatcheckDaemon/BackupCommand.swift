// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckStorage
import Foundation

/// `coatcheckd backup`: a copy of the database, while a server runs on it or not.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the database to one new file; servers go on meanwhile.",
    discussion: """
      The copy holds everything that was acknowledged before it began, and is read completely \
      before it gets its name. The master key is not in it: keep a copy of the key file in another \
      place, since both together are every signing key.
      """)

  @Argument(help: "The new file.")
  var file: String

  @Option(help: "The SQLite file.")
  var database: String

  func run() async throws {
    try await Standard.reporting {
      try await SQLiteBackup.make(of: database, at: file)
    }
  }
}

/// `coatcheckd restore`: a copy in the place of the database.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a copy made by backup in the place of the database.",
    discussion: """
      No server may run on the database. Sessions and tokens that ended after the copy was made are \
      valid again until they expire: docs/operations.md says what to do about it.
      """)

  @Argument(help: "The copy; it is left as it is.")
  var file: String

  @Option(help: "The SQLite file that servers use.")
  var database: String

  @Flag(help: "Rename a database that is there to DATABASE.TIME, instead of refusing.")
  var replace = false

  func run() async throws {
    let time = RuntimeEnvironment.live.now().formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: true)
        .timeSeparator(.omitted))
    try await Standard.reporting {
      if !replace, FileManager.default.fileExists(atPath: database) {
        throw StoreError(
          .unusable, "\(database) exists already; with --replace it is renamed, and kept")
      }
      let aside = replace ? "\(database).\(time)" : nil
      try await SQLiteBackup.restore(file, to: database, movingAside: aside)
      if let aside, FileManager.default.fileExists(atPath: aside) {
        Standard.error("the database that was there is \(aside) now")
      }
    }
  }
}
