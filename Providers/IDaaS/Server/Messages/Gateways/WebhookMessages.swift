// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth

/// A webhook of the operator that sends codes and notices by its own means, such as another gateway.
///
/// It receives a `POST` with a JSON object that holds all parts of a message and its text. A status from
/// 200 to 299 means that the program has accepted the message. A JSON object with the member `error` says
/// why it has not: `invalid_contact`, `limited`, `no_balance`, `template_rejected`, `blocked_region`, or
/// `unknown` when the program cannot tell. Status 429 means that there are too many messages; after any
/// other 4xx the next gateway may be tried. After any other response the outcome is unknown.
public struct WebhookMessages: GatewayAccount {
  /// The URL of the webhook.
  public var url: String
  /// The shared secret with which requests are signed.
  public var secret: Secret

  /// Creates the account of a webhook.
  ///
  /// - Parameters:
  ///   - url: The absolute URL of the webhook.
  ///   - secret: The shared secret with which requests are signed.
  public init(url: String, secret: Secret) {
    self.url = url
    self.secret = secret
  }

  /// Creates the request that passes on a message.
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

  /// Creates the request that passes on a notice.
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
