// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckOAuth

/// An account of Twilio's Messages API. The text is written by this server.
public struct TwilioSMS: GatewayAccount {
  /// The sender of messages.
  public enum Origin: Sendable {
    /// A phone number in E.164 form, or an alphanumeric sender name.
    case number(String)
    /// The SID of a messaging service: `MG…`.
    case service(String)
  }

  /// The SID of the account: `AC…`.
  public var id: String
  /// The SID that the credentials belong to: the account itself, or one of its API keys (`SK…`).
  public var keyID: String
  /// The auth token of the account, or the secret of the API key.
  public var secret: Secret
  /// The sender of messages.
  public var origin: Origin
  /// The host of the pages on which a code is entered, so that browsers can fill it in; nil for none.
  public var host: String?
  /// The URL of the service, without a slash at its end.
  public var base = "https://api.twilio.com"

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - id: The SID of the account: `AC…`.
  ///   - keyID: The SID of an API key (`SK…`); nil when the credentials are the auth token of the account.
  ///   - secret: The auth token of the account, or the secret of the API key.
  ///   - origin: The sender of messages.
  public init(id: String, keyID: String? = nil, secret: Secret, origin: Origin) {
    self.id = id
    self.keyID = keyID ?? id
    self.secret = secret
    self.origin = origin
  }

  /// Creates the request that sends a message. Only phone numbers are accepted.
  public func request(
    for message: OutgoingMessage
  ) throws(SendingFailure) -> GatewayRequest {
    guard case .phone(let number) = message.contact else { throw .invalidContact }
    return try request(MessageText(message).short(host: host), to: number)
  }

  /// Creates the request that sends a notice; nil for an e-mail address.
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
