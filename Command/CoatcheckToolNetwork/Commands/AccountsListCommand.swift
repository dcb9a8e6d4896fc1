// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// `coatcheck accounts [list]`.
struct AccountsListCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the stored accounts.",
    discussion: """
      One line for each: name, issuer, subject, client, the state of its session, “default” if it is \
      meant when none is named, labels, provider, and the kind of store that has its tokens. No \
      token is shown. A terminal gets a table, a program the same columns with tabs between them.
      """)

  @Option(help: ArgumentHelp("Only accounts at this issuer.", valueName: "url"))
  var issuer: String?

  @Option(help: ArgumentHelp("Only accounts of this provider.", valueName: "name"))
  var provider: String?

  @Option(help: ArgumentHelp("Only accounts with this label.", valueName: "label"))
  var label: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let filter = AccountFilter(issuer: issuer, provider: provider, label: label)
    let accounts = try await StoredAccounts(in: context.store, filter)
    let now = context.environment.now()
    let place = context.store.place
    if output.json {
      try context.terminal.answer(json: Self.json(accounts, place, now: now))
      return .success
    }
    let table = TextTable(
      ["NAME", "ISSUER", "SUBJECT", "CLIENT", "STATE", "DEFAULT", "LABELS", "PROVIDER", "STORE"],
      accounts.sessions.map { Self.row($0, accounts, place, now: now) })
    for line in context.terminal.isForTerminal ? table.aligned : table.tabbed {
      try context.terminal.answer(line)
    }
    if accounts.sessions.isEmpty {
      context.terminal.note(
        filter == .all
          ? "no account is stored; sign in with: coatcheck login ISSUER"
          : "no stored account matches")
    }
    return .success
  }

  private static func row(
    _ session: StoredSession, _ accounts: StoredAccounts, _ place: StoreLocation, now: Date
  ) -> [String] {
    [
      session.name, session.account.issuer, session.account.subject, session.account.clientID,
      SessionState(session, now: now).sentence, accounts.isDefault(session) ? "default" : "",
      session.labels.sorted().joined(separator: ","), session.profile ?? "", place.kind,
    ]
  }

  private static func json(
    _ accounts: StoredAccounts, _ place: StoreLocation, now: Date
  ) -> JSONObject {
    let list = accounts.sessions.map { session in
      JSONValue.object(json(session, isDefault: accounts.isDefault(session), now: now))
    }
    return [
      "accounts": .array(list), "store": .string(place.location),
      "store_kind": .string(place.kind), "protection": .string(place.protectionName),
    ]
  }

  private static func json(_ session: StoredSession, isDefault: Bool, now: Date) -> JSONObject {
    var json: JSONObject = [
      "name": .string(session.name), "default": .bool(isDefault),
      "issuer": .string(session.account.issuer), "subject": .string(session.account.subject),
      "client_id": .string(session.account.clientID),
    ]
    json["provider"] = session.profile.map(JSONValue.string)
    json["labels"] = .array(session.labels.sorted().map(JSONValue.string))
    json["scope"] = .string(Scope.text(session.scopes))
    json["state"] = .string(SessionState(session, now: now).name)
    json["generation"] = .number(JSONNumber(session.generation))
    if case .at(let expiry) = session.expiry {
      json["expires_at"] = .number(JSONNumber(Int(expiry.timeIntervalSince1970)))
    }
    return json
  }
}
