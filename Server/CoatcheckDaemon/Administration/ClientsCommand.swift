// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
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
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List clients, or search them.")

    @Option(help: "A text in the identifier or the name.")
    var search: String?

    @Flag(help: "Only disabled clients.")
    var disabled = false

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        var output = AdministrationOutput(
          place, columns: ["client_id", "client_name", "token_endpoint_auth_method", "disabled"])
        var query = Parameters()
        query["search"] = search
        if disabled { query["disabled"] = "true" }
        try await line.list(["clients"], query: query, limit: limit) { output.add($0) }
        output.finish()
      }
    }
  }

  /// `coatcheckd clients show`.
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a client, without its secret.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        AdministrationOutput.show(try await line.send(.get, ["clients", client]), place)
      }
    }
  }

  /// `coatcheckd clients add`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a client; a secret that it needs is printed once.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var members: ClientMembers

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        var body = try members.json()
        body["client_id"] = .string(client)
        AdministrationOutput.show(try await line.send(.post, ["clients"], body: body), place)
      }
    }
  }

  /// `coatcheckd clients change`.
  struct Change: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Change members of a client; null in a file removes one.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var members: ClientMembers

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        AdministrationOutput.show(
          try await line.send(.patch, ["clients", client], body: members.json()), place)
      }
    }
  }

  /// `coatcheckd clients disable`.
  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "disable", abstract: "Refuse every request of a client.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        AdministrationOutput.show(
          try await line.send(.patch, ["clients", client], body: ["disabled": true]), place)
      }
    }
  }

  /// `coatcheckd clients enable`.
  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "enable", abstract: "Accept a client again.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        AdministrationOutput.show(
          try await line.send(.patch, ["clients", client], body: ["disabled": false]), place)
      }
    }
  }

  /// `coatcheckd clients delete`.
  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Remove a client with everything it has.")

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        try await line.send(.delete, ["clients", client])
      }
    }
  }

  /// `coatcheckd clients rotate-secret`.
  struct RotateSecret: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate-secret", abstract: "Print another secret once; the old one ends at once."
    )

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        AdministrationOutput.show(
          try await line.send(.post, ["clients", client, "secret"]), place)
      }
    }
  }
}
