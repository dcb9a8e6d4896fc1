// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// `coatcheckd links`.
struct LinksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "List and undo links to other networks, and change phone numbers.",
    subcommands: [List.self, Unlink.self, Phone.self])

  /// `coatcheckd links list`.
  struct List: AdministrationListCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the identities that sign in as a user.")
    static let columns = ["id", "provider", "subject", "nickname", "last_used_at"]
    static let pageSize: Int? = nil

    var limit: Int? { nil }

    @OptionGroup var user: UserArgument

    @OptionGroup var place: AdministrationPlace

    func list(over line: AdministrationLine) async throws -> ([String], Parameters) {
      (["users", try await user.id(over: line), "links"], Parameters())
    }
  }

  /// `coatcheckd links unlink`.
  struct Unlink: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "unlink",
      abstract: "Undo a link, and end the sessions that were opened through it.")

    @OptionGroup var user: UserArgument

    @Argument(help: "The link.")
    var link: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.delete, ["users", user.id(over: line), "links", link])
    }
  }

  /// `coatcheckd links phone`.
  struct Phone: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "phone", abstract: "Make a phone number the user's only one.")

    @OptionGroup var user: UserArgument

    @Argument(help: "The number in E.164: +8613800000000.")
    var number: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      let id = try await user.id(over: line)
      return try await line.send(.put, ["users", id, "phone"], body: ["phone": .string(number)])
    }
  }
}
