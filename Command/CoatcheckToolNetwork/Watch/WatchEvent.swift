// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// Something that happened to an account, or to the store, while the store was watched.
struct WatchEvent: Equatable, Sendable {
  /// What happened. The names are part of the interface.
  enum Kind: String, Sendable {
    /// The account is stored; reported once for each account at the beginning.
    case obtained
    /// The tokens were replaced, by whatever program.
    case refreshed
    /// The provider ended the session: the user has to sign in again.
    case lost
    /// A refresh or a read of the store has failed, and the session has not ended.
    case failed
    case accountAdded = "account_added"
    /// The account was removed from the store: by signing out, or because its session has ended.
    case accountRemoved = "account_removed"
  }

  let kind: Kind
  /// The account; nil when the store itself has failed.
  let account: AccountID?
  let name: String?
  /// How many times the tokens were replaced.
  var generation: Int?
  /// When the access token expires, if that is known.
  var end: Date?
  /// Why it was lost or failed.
  var code: String?
  var message: String?

  /// Something that happened to a session.
  init(_ kind: Kind, _ session: StoredSession) {
    self.kind = kind
    account = session.account
    name = session.name
    generation = session.generation
    end = session.expiry.date
  }

  /// A failure that concerns a session, or the store.
  init(_ kind: Kind, _ failure: CommandFailure, of session: StoredSession?) {
    self.kind = kind
    account = session?.account
    name = session?.name
    code = failure.code
    message = failure.message
  }

  /// Time, event, account and what else is known, with tabs between them.
  func line(at now: Date) -> String {
    var detail = message
    if kind != .accountRemoved, let generation {
      detail = "generation \(generation)"
      if let end { detail? += ", valid until \(end.formatted(.iso8601))" }
    }
    let cells = [now.formatted(.iso8601), kind.rawValue, name ?? "-", detail ?? ""]
    return cells.map { UntrustedText.printable($0, limit: 500) }.joined(separator: "\t")
  }

  /// The same as JSON.
  func json(at now: Date) -> JSONObject {
    var json: JSONObject = [
      "time": .string(now.formatted(.iso8601)), "event": .string(kind.rawValue),
    ]
    json["account"] = name.map(JSONValue.string)
    json["issuer"] = (account?.issuer).map(JSONValue.string)
    json["subject"] = (account?.subject).map(JSONValue.string)
    json["generation"] = generation.map { .number(JSONNumber($0)) }
    json["expires_at"] = end.map { .number(JSONNumber(Int($0.timeIntervalSince1970))) }
    json["code"] = code.map(JSONValue.string)
    json["message"] = message.map { .string(UntrustedText.printable($0, limit: 1024)) }
    return json
  }
}
