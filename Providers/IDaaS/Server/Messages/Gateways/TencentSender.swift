// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth

/// Sends codes by Tencent Cloud's SMS: `SendSms`, version 2021-01-11.
public struct TencentSender: MessageSender {
  /// An account, and what it has had approved.
  public struct Account: Sendable {
    /// The `SecretId`.
    public var keyID: String
    /// The `SecretKey`.
    public var secret: Secret
    /// The SMS application: `1400006666`.
    public var applicationID: String
    /// The signature that messages begin with: the `SignName`.
    public var signName: String
    /// The templates of the mainland.
    public var templates: MessageTemplates
    /// The templates of other countries; without them nothing is sent there.
    public var templatesAbroad: MessageTemplates?
    /// What the places of the templates are for, in their order.
    public var order: [MessageParameter] = [.code, .minutes]
    /// The region of the service.
    public var region = "ap-guangzhou"
    /// Where the service is.
    public var base = "https://sms.tencentcloudapi.com"

    /// Describes an account.
    public init(
      keyID: String, secret: Secret, applicationID: String, signName: String,
      templates: MessageTemplates
    ) {
      self.keyID = keyID
      self.secret = secret
      self.applicationID = applicationID
      self.signName = signName
      self.templates = templates
    }
  }

  private let account: Account
  private let line: GatewayLine

  /// A sender.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - transport: reaches the gateway.
  ///   - environment: the clock of the signatures.
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
    guard case .phone(let number) = message.contact else { throw .invalidContact }
    let isAbroad = !number.hasPrefix("+86")
    guard let templates = isAbroad ? account.templatesAbroad : account.templates else {
      throw .blockedRegion
    }
    guard let template = templates.id(for: message.type, in: message.language) else {
      throw .templateRejected
    }
    return try await line.send(
      TencentExchange(
        base: account.base, region: account.region, keyID: account.keyID, secret: account.secret,
        json: [
          "PhoneNumberSet": [.string(number)], "SmsSdkAppId": .string(account.applicationID),
          "SignName": .string(account.signName), "TemplateId": .string(template),
          "TemplateParamSet": .array(account.order.map { .string($0.value(in: message)) }),
          "SessionContext": .string(message.id),
        ]))
  }
}
