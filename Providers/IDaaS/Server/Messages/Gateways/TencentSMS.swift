// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
public import CoatcheckOAuth

/// Sends codes by Tencent Cloud's SMS: `SendSms`, version 2021-01-11.
public struct TencentSMS: GatewayAccount {
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
  /// The templates of notices for the mainland.
  public var notices = NoticeTemplates()
  /// The templates of notices for other countries.
  public var noticesAbroad = NoticeTemplates()
  /// What the places of the notices' templates are for, in their order.
  public var noticeOrder: [MessageParameter] = []
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

  /// The request that sends a message.
  public func request(
    for message: OutgoingMessage
  ) throws(SendingFailure) -> GatewayRequest {
    let text = try message.textMessage(templates, abroad: templatesAbroad)
    return request(text, id: message.id, order.map { $0.value(in: message) })
  }

  /// The request that sends a notice; nil without a template for it.
  public func request(
    for notice: AccountNotice
  ) throws(SendingFailure) -> GatewayRequest? {
    notice.textMessage(notices, abroad: noticesAbroad).map {
      request($0, id: notice.id, noticeOrder.map { $0.value(in: notice) ?? "" })
    }
  }

  private func request(
    _ message: TemplateMessage, id: String, _ values: [String]
  ) -> GatewayRequest {
    GatewayRequest(
      TencentExchange(
        base: base, region: region, keyID: keyID, secret: secret,
        json: [
          "PhoneNumberSet": [.string(message.number)], "SmsSdkAppId": .string(applicationID),
          "SignName": .string(signName), "TemplateId": .string(message.template),
          "TemplateParamSet": .array(values.map { .string($0) }),
          "SessionContext": .string(id),
        ]))
  }
}
