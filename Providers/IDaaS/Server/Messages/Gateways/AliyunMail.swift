// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckOAuth

/// Sends codes by Alibaba Cloud's DirectMail: `SingleSendMail` of `dm`, version 2015-11-23.
public struct AliyunMail: GatewayAccount {
  /// The id of the access key.
  public var keyID: String
  /// The access key.
  public var secret: Secret
  /// The address that messages are from; the account has shown that it is its own.
  public var address: String
  /// The name beside the address.
  public var alias: String?
  /// Where the service is.
  public var base = "https://dm.aliyuncs.com"

  /// Describes an account.
  public init(keyID: String, secret: Secret, address: String, alias: String? = nil) {
    self.keyID = keyID
    self.secret = secret
    self.address = address
    self.alias = alias
  }

  /// The request that sends a message.
  public func request(
    for message: OutgoingMessage
  ) throws(SendingFailure) -> GatewayRequest {
    guard case .email(let address) = message.contact else { throw .invalidContact }
    let text = MessageText(message)
    return try request(text.short(), subject: text.subject, to: address)
  }

  /// The request that sends a notice.
  public func request(
    for notice: AccountNotice
  ) throws(SendingFailure) -> GatewayRequest? {
    guard case .email(let address) = notice.contact else { return nil }
    return try request(notice.text, subject: notice.application, to: address)
  }

  private func request(
    _ text: String, subject: String, to address: String
  ) throws(SendingFailure) -> GatewayRequest {
    // "ToAddress: separate multiple addresses with commas": a comma in it would name another recipient.
    guard !address.contains(where: { $0 == "," || $0.isWhitespace }) else { throw .invalidContact }
    var parameters = [
      "AccountName": self.address, "AddressType": "1", "ReplyToAddress": "false",
      "ToAddress": address, "Subject": subject, "TextBody": text,
    ]
    parameters["FromAlias"] = alias
    return GatewayRequest(
      AliyunExchange(
        base: base, action: "SingleSendMail", version: "2015-11-23",
        parameters: parameters, keyID: keyID, secret: secret,
        nameMember: "EnvId"))
  }
}
