// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckOAuth

/// Sends codes by Twilio's Messages, with a text of this server's.
public struct TwilioSMS: GatewayAccount {
  /// Who messages are from.
  public enum Origin: Sendable {
    /// A number or a name.
    case number(String)
    /// A messaging service: `MG…`.
    case service(String)
  }

  /// The account: `AC…`.
  public var id: String
  /// The credentials' owner: the account itself, or one of its API keys: `SK…`.
  public var keyID: String
  /// The account's token, or the key's secret.
  public var secret: Secret
  /// Who messages are from.
  public var origin: Origin
  /// The host of the pages that a code is typed on, for browsers that fill in codes of their own host.
  public var host: String?
  /// Where the service is.
  public var base = "https://api.twilio.com"

  /// Describes an account.
  public init(id: String, keyID: String? = nil, secret: Secret, origin: Origin) {
    self.id = id
    self.keyID = keyID ?? id
    self.secret = secret
    self.origin = origin
  }

  /// The request that sends a message.
  public func request(
    for message: OutgoingMessage
  ) throws(SendingFailure) -> GatewayRequest {
    guard case .phone(let number) = message.contact else { throw .invalidContact }
    return try request(MessageText(message).short(host: host), to: number)
  }

  /// The request that sends a notice.
  public func request(
    for notice: AccountNotice
  ) throws(SendingFailure) -> GatewayRequest? {
    guard case .phone(let number) = notice.contact else { return nil }
    return try request(notice.text, to: number)
  }

  private func request(_ text: String, to number: String) throws(SendingFailure) -> GatewayRequest {
    var form: Parameters = ["To": number, "Body": text]
    switch origin {
    case .number(let number): form["From"] = number
    case .service(let id): form["MessagingServiceSid"] = id
    }
    return GatewayRequest(
      TwilioExchange(
        base: base, accountID: id, keyID: keyID, secret: secret,
        form: form))
  }
}
