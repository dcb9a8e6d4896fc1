// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// `coatcheckd users`.
struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users", abstract: "List, show, add, change and remove users.",
    subcommands: [
      List.self, Show.self, Add.self, Change.self, Disable.self, Enable.self, Delete.self,
      SetPassword.self, ResetPassword.self,
    ])

  /// `coatcheckd users list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List users, or search them.")

    @Option(help: "A text in the name, the contacts, or the claims name, email and phone_number.")
    var search: String?

    @Flag(help: "Only disabled users.")
    var disabled = false

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        var output = AdministrationOutput(
          place, columns: ["username", "id", "disabled", "has_password"])
        var query = Parameters()
        query["search"] = search
        if disabled { query["disabled"] = "true" }
        try await line.list(["users"], query: query, limit: limit) { output.add($0) }
        output.finish()
      }
    }
  }

  /// `coatcheckd users show`.
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a user with the contacts.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        let id = try await line.user(user)
        AdministrationOutput.show(try await line.send(.get, ["users", id]), place)
      }
    }
  }

  /// `coatcheckd users add`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a user.")

    @Argument(help: "The user name.")
    var user: String

    @Option(help: "The subject identifier; random unless given.")
    var id: String?

    @Option(help: "The claims, as a JSON object.")
    var claims: String?

    @Flag(help: "Read a password from standard input; without it the user has none.")
    var passwordStdin = false

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        var body: JSONObject = ["username": .string(user)]
        body["id"] = id.map(JSONValue.string)
        if let claims { body["claims"] = .object(try InputJSON.object(claims)) }
        if passwordStdin { body["password"] = .string(try InputJSON.password()) }
        AdministrationOutput.show(try await line.send(.post, ["users"], body: body), place)
      }
    }
  }

  /// `coatcheckd users change`.
  struct Change: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Change the name or the claims of a user.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @Option(help: "Another user name.")
    var name: String?

    @Option(help: "All claims, as a JSON object.")
    var claims: String?

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        var body = JSONObject()
        body["username"] = name.map(JSONValue.string)
        if let claims { body["claims"] = .object(try InputJSON.object(claims)) }
        let id = try await line.user(user)
        AdministrationOutput.show(
          try await line.send(.patch, ["users", id], body: body), place)
      }
    }
  }

  /// `coatcheckd users disable`.
  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "disable",
      abstract: "Refuse a user's sign-ins, and end their sessions and tokens.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        let id = try await line.user(user)
        AdministrationOutput.show(
          try await line.send(.patch, ["users", id], body: ["disabled": true]), place)
      }
    }
  }

  /// `coatcheckd users enable`.
  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "enable", abstract: "Accept a user's sign-ins again.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        let id = try await line.user(user)
        AdministrationOutput.show(
          try await line.send(.patch, ["users", id], body: ["disabled": false]), place)
      }
    }
  }

  /// `coatcheckd users delete`.
  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Remove a user with everything of theirs.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        try await line.send(.delete, ["users", line.user(user)])
      }
    }
  }

  /// `coatcheckd users set-password`.
  struct SetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set-password",
      abstract: "Set a password from standard input, and end sessions and tokens.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        let id = try await line.user(user)
        AdministrationOutput.show(
          try await line.send(
            .patch, ["users", id], body: ["password": .string(InputJSON.password())]), place)
      }
    }
  }

  /// `coatcheckd users reset-password`.
  struct ResetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset-password",
      abstract: "Print a random password once, and end sessions and tokens.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        let id = try await line.user(user)
        AdministrationOutput.show(try await line.send(.post, ["users", id, "password"]), place)
      }
    }
  }
}
