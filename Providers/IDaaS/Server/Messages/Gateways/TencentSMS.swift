// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
public import CoatcheckOAuth

/// An account of Tencent Cloud SMS: `SendSms`, version 2021-01-11.
public struct TencentSMS: GatewayAccount {
  /// The identifier of the key: the `SecretId`.
  public var keyID: String
  /// The secret of the key: the `SecretKey`.
  public var secret: Secret
  /// The identifier of the SMS application, the `SmsSdkAppId`: `1400006666`.
  public var applicationID: String
  /// The approved signature at the beginning of messages: the `SignName`.
  public var signName: String
  /// The templates for numbers of mainland China (+86).
  public var templates: MessageTemplates
  /// The templates for other countries; nil when no codes are sent there.
  public var templatesAbroad: MessageTemplates?
  /// The values for the numbered variables of the templates, in their order.
  public var order: [MessageParameter] = [.code, .minutes]
  /// The templates of notices for numbers of mainland China.
  public var notices = NoticeTemplates()
  /// The templates of notices for other countries.
  public var noticesAbroad = NoticeTemplates()
  /// The values for the numbered variables of the templates of notices, in their order.
  public var noticeOrder: [MessageParameter] = []
  /// The region of the service, such as `ap-guangzhou`.
  public var region = "ap-guangzhou"
  /// The URL of the service, without a slash at its end.
  public var base = "https://sms.tencentcloudapi.com"

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - keyID: The identifier of the key: the `SecretId`.
  ///   - secret: The secret of the key: the `SecretKey`.
  ///   - applicationID: The identifier of the SMS application: `1400006666`.
  ///   - signName: The approved signature at the beginning of messages: the `SignName`.
  ///   - templates: The templates for numbers of mainland China (+86).
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

  /// Creates the request that sends a message.
  public func request(
    for message: OutgoingMessage
  ) throws(SendingFailure) -> GatewayRequest {
    let text = try message.textMessage(templates, abroad: templatesAbroad)
    return request(text, id: message.id, order.map { $0.value(in: message) })
  }

  /// Creates the request that sends a notice; nil without a template for it.
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
