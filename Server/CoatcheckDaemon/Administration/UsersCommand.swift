// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
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
  struct List: AdministrationListCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List users, or search them.")
    static let columns = ["username", "id", "disabled", "has_password"]

    @Option(help: "A text in the name, the contacts, or the claims name, email and phone_number.")
    var search: String?

    @Flag(help: "Only disabled users.")
    var disabled = false

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func list(over line: AdministrationLine) async throws -> ([String], Parameters) {
      var query = Parameters()
      query["search"] = search
      if disabled { query["disabled"] = "true" }
      return (["users"], query)
    }
  }

  /// `coatcheckd users show`.
  struct Show: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a user with the contacts.")

    @OptionGroup var user: UserArgument

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.get, ["users", user.id(over: line)])
    }
  }

  /// `coatcheckd users add`.
  struct Add: AdministrationCommand {
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

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      var body: JSONObject = ["username": .string(user)]
      body["id"] = id.map(JSONValue.string)
      if let claims { body["claims"] = .object(try InputJSON.object(claims)) }
      if passwordStdin { body["password"] = .string(try InputJSON.password()) }
      return try await line.send(.post, ["users"], body: body)
    }
  }

  /// `coatcheckd users change`.
  struct Change: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Change the name or the claims of a user.")

    @OptionGroup var user: UserArgument

    @Option(help: "Another user name.")
    var name: String?

    @Option(help: "All claims, as a JSON object.")
    var claims: String?

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      var body = JSONObject()
      body["username"] = name.map(JSONValue.string)
      if let claims { body["claims"] = .object(try InputJSON.object(claims)) }
      return try await line.send(.patch, ["users", user.id(over: line)], body: body)
    }
  }

  /// `coatcheckd users disable`.
  struct Disable: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "disable",
      abstract: "Refuse a user's sign-ins, and end their sessions and tokens.")

    @OptionGroup var user: UserArgument

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.patch, ["users", user.id(over: line)], body: ["disabled": true])
    }
  }

  /// `coatcheckd users enable`.
  struct Enable: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "enable", abstract: "Accept a user's sign-ins again.")

    @OptionGroup var user: UserArgument

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.patch, ["users", user.id(over: line)], body: ["disabled": false])
    }
  }

  /// `coatcheckd users delete`.
  struct Delete: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Remove a user with everything of theirs.")

    @OptionGroup var user: UserArgument

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.delete, ["users", user.id(over: line)])
    }
  }

  /// `coatcheckd users set-password`.
  struct SetPassword: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "set-password",
      abstract: "Set a password from standard input, and end sessions and tokens.")

    @OptionGroup var user: UserArgument

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      let id = try await user.id(over: line)
      let body: JSONObject = ["password": .string(try InputJSON.password())]
      return try await line.send(.patch, ["users", id], body: body)
    }
  }

  /// `coatcheckd users reset-password`.
  struct ResetPassword: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset-password",
      abstract: "Print a random password once, and end sessions and tokens.")

    @OptionGroup var user: UserArgument

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.post, ["users", user.id(over: line), "password"])
    }
  }
}
