// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckOAuth
import CoatcheckStorage
import Foundation

/// `coatcheckd copy`: copies the store to another database.
struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy everything from one database into an empty one: SQLite, PostgreSQL, and back.",
    discussion: """
      No server may run on either. The key file is not copied: servers on the copy need the same one.
      """)

  @Option(help: "The SQLite file, or postgresql://… without a password.")
  var from: String

  @Option(help: "A new SQLite file, or postgresql://… without a password.")
  var to: String

  func validate() throws {
    try DatabasePlace.checkNoPassword(from, in: "--from")
    try DatabasePlace.checkNoPassword(to, in: "--to")
  }

  func run() async throws {
    try await Standard.reporting {
      let copy = StoreCopy(from: DatabasePlace(from).copied, to: DatabasePlace(to).copied)
      for figure in try await copy.run() where figure.rows > 0 {
        Standard.output("\(figure.table)\t\(figure.rows)")
      }
    }
  }
}

/// `coatcheckd migrate`: the tables of a PostgreSQL database, made or brought to this version before a server starts.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Make the tables of a database, or bring them to this version.",
    discussion: """
      A server does this when it starts. As a step of its own it may run under a role that owns the \
      schema, while the role of the servers may only read and write the tables.
      """)

  @Option(help: "The SQLite file, or postgresql://… without a password.")
  var database: String

  func validate() throws {
    try DatabasePlace.checkNoPassword(database, in: "--database")
  }

  func run() async throws {
    try await Standard.reporting {
      try await DatabasePlace(database).open(connections: 1).close()
    }
  }
}

extension DatabasePlace {
  /// Refuses a connection string with a password: all users of a machine see the arguments of its programs.
  static func checkNoPassword(_ text: String, in option: String) throws(ValidationError) {
    guard isAddress(text), PostgreSQLStore.holdsPassword(text) else { return }
    throw ValidationError(
      "\(option) must not hold a password; put it in a password file (passfile=), or PGPASSWORD")
  }

  fileprivate var copied: StoreCopy.Place {
    switch self {
    case .file(let path): .file(path)
    case .postgreSQL(let address): .postgreSQL(address, .required)
    }
  }
}
