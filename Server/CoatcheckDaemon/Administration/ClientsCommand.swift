// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// `coatcheckd clients`.
struct ClientsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "List, show, add, change and remove clients.",
    subcommands: [
      List.self, Show.self, Add.self, Change.self, Disable.self, Enable.self, Delete.self,
      RotateSecret.self,
    ])

  /// `coatcheckd clients list`.
  struct List: AdministrationListCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List clients, or search them.")
    static let columns = ["client_id", "client_name", "token_endpoint_auth_method", "disabled"]

    @Option(help: "A text in the identifier or the name.")
    var search: String?

    @Flag(help: "Only disabled clients.")
    var disabled = false

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func list(over line: AdministrationLine) async throws -> ([String], Parameters) {
      var query = Parameters()
      query["search"] = search
      if disabled { query["disabled"] = "true" }
      return (["clients"], query)
    }
  }

  /// `coatcheckd clients show`.
  struct Show: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a client, without its secret.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.get, ["clients", client])
    }
  }

  /// `coatcheckd clients add`.
  struct Add: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a client; a secret that it needs is printed once.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var members: ClientMembers

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      var body = try members.json()
      body["client_id"] = .string(client)
      return try await line.send(.post, ["clients"], body: body)
    }
  }

  /// `coatcheckd clients change`.
  struct Change: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Change members of a client; null in a file removes one.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var members: ClientMembers

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.patch, ["clients", client], body: members.json())
    }
  }

  /// `coatcheckd clients disable`.
  struct Disable: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "disable", abstract: "Refuse every request of a client.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.patch, ["clients", client], body: ["disabled": true])
    }
  }

  /// `coatcheckd clients enable`.
  struct Enable: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "enable", abstract: "Accept a client again.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.patch, ["clients", client], body: ["disabled": false])
    }
  }

  /// `coatcheckd clients delete`.
  struct Delete: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Remove a client with everything it has.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.delete, ["clients", client])
    }
  }

  /// `coatcheckd clients rotate-secret`.
  struct RotateSecret: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate-secret", abstract: "Print another secret once; the old one ends at once."
    )

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.post, ["clients", client, "secret"])
    }
  }
}
