// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth

/// Hands codes and notices to a program of the operator, which sends them as it likes: by another gateway, by SMTP, by post.
///
/// It gets a `POST` with a JSON object that holds everything of a message and its text. Any status from 200 to 299 says that
/// the program has taken the message. A JSON object with `error` says why it has not: `invalid_contact`, `limited`,
/// `no_balance`, `template_rejected`, `blocked_region`, or `unknown` when the program cannot tell. 429 says that there are too
/// many messages, any other 4xx that the next gateway may try. After anything else the outcome is unknown.
public struct WebhookMessages: GatewayAccount {
  /// Where the program is.
  public var url: String
  /// What both sides know: the key of the signature.
  public var secret: Secret

  /// Describes the program.
  public init(url: String, secret: Secret) {
    self.url = url
    self.secret = secret
  }

  /// The request that hands over a message.
  public func request(for message: OutgoingMessage) throws(SendingFailure) -> GatewayRequest {
    let text = MessageText(message)
    var json: JSONObject = [
      "kind": "CODE", "type": .string(message.type.rawValue), "code": .string(message.code),
      "minutes": .number(JSONNumber(message.minutes)), "text": .string(text.short()),
      "subject": .string(text.subject),
    ]
    json["country"] = message.country.map(JSONValue.string)
    return request(
      json, to: message.contact, id: message.id, message.application, message.language)
  }

  /// The request that hands over a notice.
  public func request(for notice: AccountNotice) throws(SendingFailure) -> GatewayRequest? {
    var json: JSONObject = [
      "kind": .string(notice.event.kind.rawValue), "text": .string(notice.text),
      "subject": .string(notice.application),
    ]
    json["country"] = notice.country.map(JSONValue.string)
    json["provider"] = notice.provider.map(JSONValue.string)
    return request(json, to: notice.contact, id: notice.id, notice.application, notice.language)
  }

  private func request(
    _ content: JSONObject, to contact: Contact, id: String, _ application: String,
    _ language: String
  ) -> GatewayRequest {
    var json = content
    json[contact.kind] = .string(contact.value)
    json["id"] = .string(id)
    json["application"] = .string(application)
    json["language"] = .string(language)
    return GatewayRequest(WebhookExchange(url: url, secret: secret, json: json))
  }
}
