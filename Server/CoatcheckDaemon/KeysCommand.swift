// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation

/// `coatcheckd keys`: the signing keys of a database, while a server runs on it or not.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Look at the signing keys, or replace them before their time.",
    discussion: """
      The server replaces its keys by itself. A server that is running follows within seconds; \
      nothing has to be started again.
      """,
    subcommands: [List.self, Rotate.self])

  /// `coatcheckd keys list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Print the published keys: kid, algorithm, stage, and their times.")

    @OptionGroup var place: KeyPlace

    func run() async throws {
      try await place.use { keys in Standard.output(KeyPlace.table(try await keys.schedule())) }
    }
  }

  /// `coatcheckd keys rotate`.
  struct Rotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate",
      abstract: "Replace the keys now.",
      discussion: "New ones sign in ten minutes, and old ones verify as long as ever.")

    @Flag(
      help: """
        For private keys that leaked: new ones sign at once, and what the old ones signed is \
        refused. Users stay signed in.
        """)
    var stolen = false

    @OptionGroup var place: KeyPlace

    func run() async throws {
      try await place.use { keys in
        try await keys.rotate(stolen ? .stolen : .orderly)
        Standard.output(KeyPlace.table(try await keys.schedule()))
      }
    }
  }
}

/// The database with the signing keys, and the file with the master key that encrypts them.
struct KeyPlace: ParsableArguments {
  @Option(help: "The SQLite file, or postgresql://….")
  var database: String

  @Option(help: "The file with the master key. (default: DATABASE.key)")
  var keyFile: String?

  @OptionGroup var figures: KeyRotationOptions

  func validate() throws {
    do throws(OAuthError) {
      _ = try figures.rotation()
    } catch {
      throw ValidationError("--key-\(error.parameter ?? "lifetime"): \(error.reason)")
    }
    try DatabasePlace.checkNoPassword(database, in: "--database")
  }

  /// Opens the keys, uses them, and closes the database whatever happens.
  func use(_ body: (SigningKeys) async throws -> Void) async throws {
    try await Standard.reporting {
      let place = DatabasePlace(database)
      try place.checkExists()
      guard let keyFile = keyFile ?? place.keyFile else {
        throw OAuthError.misused(
          "keyFile", "Name the key file: a database that is no file has none.")
      }
      let opened = try await place.open()
      do {
        try await body(try await keys(in: opened.store, sealedBy: keyFile))
      } catch {
        try? await opened.close()
        throw error
      }
      try await opened.close()
    }
  }

  private func keys(
    in store: any AdministrationStore, sealedBy keyFile: String
  ) async throws -> SigningKeys {
    guard try await store.keySet() != nil else {
      throw OAuthError.misused("database", "There are no keys yet; the server makes them.")
    }
    let environment = RuntimeEnvironment.live
    let master = try KeyFile(path: keyFile)
      .load(sealed: .something, environment: environment)
    let keys = SigningKeys(
      store: store, sealer: Sealer(master: master, environment: environment),
      rotation: try figures.rotation())
    // Fails with a wrong master key, before anything is changed.
    try await keys.start()
    return keys
  }

  /// One line for each key, with tabs between the columns.
  static func table(_ keys: [ScheduledKey]) -> String {
    keys.map { key in
      [
        key.id, key.algorithm.rawValue, key.stage.rawValue,
        key.signsFrom?.formatted(.iso8601) ?? "-", key.publishedUntil?.formatted(.iso8601) ?? "-",
      ].joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
