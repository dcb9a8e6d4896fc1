// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckOAuth

/// An account of Alibaba Cloud DirectMail: `SingleSendMail` of `dm`, version 2015-11-23.
public struct AliyunMail: GatewayAccount {
  /// The identifier of the access key: the `AccessKeyId`.
  public var keyID: String
  /// The secret of the access key: the `AccessKeySecret`.
  public var secret: Secret
  /// The sender address, which must be verified for the account.
  public var address: String
  /// The sender name beside the address; nil for none.
  public var alias: String?
  /// The URL of the service, without a slash at its end.
  public var base = "https://dm.aliyuncs.com"

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - keyID: The identifier of the access key: the `AccessKeyId`.
  ///   - secret: The secret of the access key: the `AccessKeySecret`.
  ///   - address: The sender address, which must be verified for the account.
  ///   - alias: The sender name beside the address; nil for none.
  public init(keyID: String, secret: Secret, address: String, alias: String? = nil) {
    self.keyID = keyID
    self.secret = secret
    self.address = address
    self.alias = alias
  }

  /// Creates the request that sends a message. Only e-mail addresses are accepted.
  public func request(
    for message: OutgoingMessage
  ) throws(SendingFailure) -> GatewayRequest {
    guard case .email(let address) = message.contact else { throw .invalidContact }
    let text = MessageText(message)
    return try request(text.short(), subject: text.subject, to: address)
  }

  /// Creates the request that sends a notice; nil for a phone number.
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
