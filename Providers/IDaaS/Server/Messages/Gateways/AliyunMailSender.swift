// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckClient
public import CoatcheckOAuth

/// Sends codes by Alibaba Cloud's DirectMail: `SingleSendMail` of `dm`, version 2015-11-23.
public struct AliyunMailSender: MessageSender {
  /// An account, and the address that it sends from.
  public struct Account: Sendable {
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
  }

  private let account: Account
  private let line: GatewayLine

  /// A sender.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - transport: reaches the gateway.
  ///   - environment: the clock and the random source of the signatures.
  ///   - deadline: how long the gateway may take. After it, nobody knows whether the message was sent.
  public init(
    _ account: Account, transport: any HTTPTransport, environment: RuntimeEnvironment = .live,
    deadline: Duration = .seconds(10)
  ) {
    self.account = account
    line = GatewayLine(transport: transport, environment: environment, deadline: deadline)
  }

  /// Sends a message.
  public func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    guard case .email(let address) = message.contact else { throw .invalidContact }
    let text = MessageText(message)
    return try await send(text.short(), subject: text.subject, to: address)
  }

  /// Sends a notice.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? {
    guard case .email(let address) = notice.contact else { return nil }
    return try await send(notice.text, subject: notice.application, to: address)
  }

  private func send(
    _ text: String, subject: String, to address: String
  ) async throws(SendingFailure) -> String {
    // "ToAddress: separate multiple addresses with commas": a comma in it would be somebody else's mail.
    guard !address.contains(where: { $0 == "," || $0.isWhitespace }) else { throw .invalidContact }
    var parameters = [
      "AccountName": account.address, "AddressType": "1", "ReplyToAddress": "false",
      "ToAddress": address, "Subject": subject, "TextBody": text,
    ]
    parameters["FromAlias"] = account.alias
    return try await line.send(
      AliyunExchange(
        base: account.base, action: "SingleSendMail", version: "2015-11-23",
        parameters: parameters, keyID: account.keyID, secret: account.secret,
        nameMember: "EnvId"))
  }
}
