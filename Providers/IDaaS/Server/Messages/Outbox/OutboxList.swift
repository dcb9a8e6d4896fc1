// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckServer
import HTTPTypes

/// The messages as JSON, newest first: for tests in any language.
struct OutboxList: Sendable {
  let outbox: Outbox
  /// A number or an address; nil for all.
  let contact: String?

  func response(requestID: String) -> ServedResponse {
    let wanted = contact.map(Self.plain)
    let messages = outbox.messages.reversed().filter { message in
      wanted.map { Self.plain(message.contact.value) == $0 } ?? true
    }
    let notices = outbox.notices.reversed().filter { notice in
      wanted.map { Self.plain(notice.contact.value) == $0 } ?? true
    }
    return .json(
      .ok,
      [
        "messages": .array(messages.map { .object(Self.json($0)) }),
        "notices": .array(notices.map { .object(Self.json($0)) }),
      ], requestID: requestID)
  }

  private static func json(_ message: OutgoingMessage) -> JSONObject {
    var json: JSONObject = [
      "id": .string(message.id), "kind": .string(message.contact.kind),
      "to": .string(message.contact.value), "type": .string(message.type.rawValue),
      "language": .string(message.language), "application": .string(message.application),
      "code": .string(message.code), "minutes": .number(JSONNumber(message.minutes)),
      "text": .string(MessageText(message).short()),
    ]
    json["country"] = message.country.map(JSONValue.string)
    return json
  }

  private static func json(_ notice: AccountNotice) -> JSONObject {
    [
      "id": .string(notice.id), "kind": .string(notice.contact.kind),
      "to": .string(notice.contact.value), "language": .string(notice.language),
      "application": .string(notice.application), "text": .string(notice.text),
    ]
  }

  /// A number without separators, and without the plus, which a query turns into a space.
  private static func plain(_ contact: String) -> String {
    guard !contact.contains("@") else { return contact.lowercased() }
    return String(contact.filter { $0.isASCII && $0.isNumber })
  }
}
