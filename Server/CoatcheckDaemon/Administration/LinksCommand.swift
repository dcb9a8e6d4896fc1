// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// `coatcheckd links`.
struct LinksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "List and undo links to other networks, and change phone numbers.",
    subcommands: [List.self, Unlink.self, Phone.self])

  /// `coatcheckd links list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the identities that sign in as a user.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        let id = try await line.user(user)
        var output = AdministrationOutput(
          place, columns: ["id", "provider", "subject", "nickname", "last_used_at"])
        let page = try await line.send(.get, ["users", id, "links"])
        for item in page?["items"]?.arrayValue ?? [] {
          if let link = item.objectValue { output.add(link) }
        }
        output.finish()
      }
    }
  }

  /// `coatcheckd links unlink`.
  struct Unlink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unlink",
      abstract: "Undo a link, and end the sessions that were opened through it.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @Argument(help: "The link.")
    var link: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        try await line.send(.delete, ["users", line.user(user), "links", link])
      }
    }
  }

  /// `coatcheckd links phone`.
  struct Phone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "phone", abstract: "Make a phone number the user's only one.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @Argument(help: "The number in E.164: +8613800000000.")
    var number: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        let id = try await line.user(user)
        AdministrationOutput.show(
          try await line.send(.put, ["users", id, "phone"], body: ["phone": .string(number)]),
          place)
      }
    }
  }
}
