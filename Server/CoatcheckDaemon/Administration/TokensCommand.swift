// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// `coatcheckd tokens`.
struct TokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "List and revoke families of tokens.",
    subcommands: [List.self, Show.self, Revoke.self])

  /// `coatcheckd tokens list`.
  struct List: AdministrationListCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List families of tokens.")
    static let columns = ["id", "user", "client", "scopes", "issued_at", "expires_at", "ended_at"]

    @Option(help: "Only those of this user, by user name or identifier.")
    var user: String?

    @Option(help: "Only those of this client.")
    var client: String?

    @Flag(help: "Ended ones as well.")
    var ended = false

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func list(over line: AdministrationLine) async throws -> ([String], Parameters) {
      var query = Parameters()
      if let user { query["user"] = try await line.user(user) }
      query["client"] = client
      if ended { query["ended"] = "true" }
      return (["tokens"], query)
    }
  }

  /// `coatcheckd tokens show`.
  struct Show: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a family of tokens.")

    @Argument(help: "The family.")
    var token: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.get, ["tokens", token])
    }
  }

  /// `coatcheckd tokens revoke`.
  struct Revoke: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "End one family, or all of a user or a client.")

    @Argument(help: "The family.")
    var token: String?

    @Option(help: "All of this user, with the browser sessions.")
    var user: String?

    @Option(help: "All of this client.")
    var client: String?

    func validate() throws {
      guard [token, user, client].compactMap(\.self).count == 1 else {
        throw ValidationError("give a family, --user or --client")
      }
    }

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      if let token { return try await line.send(.delete, ["tokens", token]) }
      if let client { return try await line.send(.delete, ["clients", client, "tokens"]) }
      return try await line.send(.delete, ["users", line.user(user ?? ""), "sessions"])
    }
  }
}
