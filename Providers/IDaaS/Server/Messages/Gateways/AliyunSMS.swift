// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
public import CoatcheckOAuth

/// An account of Alibaba Cloud SMS: `SendSms` of `dysmsapi`, version 2017-05-25.
public struct AliyunSMS: GatewayAccount {
  /// The identifier of the access key: the `AccessKeyId`.
  public var keyID: String
  /// The secret of the access key: the `AccessKeySecret`.
  public var secret: Secret
  /// The approved signature at the beginning of messages: the `SignName`.
  public var signName: String
  /// The templates for numbers of mainland China (+86).
  public var templates: MessageTemplates
  /// The signature of messages to other countries; nil for ``signName``.
  public var signNameAbroad: String?
  /// The templates for other countries; nil when no codes are sent there.
  public var templatesAbroad: MessageTemplates?
  /// The templates of notices for numbers of mainland China.
  public var notices = NoticeTemplates()
  /// The templates of notices for other countries.
  public var noticesAbroad = NoticeTemplates()
  /// The names of the variables in the templates. A variable without a name here is not sent.
  public var names: [MessageParameter: String] = [.code: "code"]
  /// The URL of the service, without a slash at its end.
  public var base = "https://dysmsapi.aliyuncs.com"

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - keyID: The identifier of the access key: the `AccessKeyId`.
  ///   - secret: The secret of the access key: the `AccessKeySecret`.
  ///   - signName: The approved signature at the beginning of messages: the `SignName`.
  ///   - templates: The templates for numbers of mainland China (+86).
  public init(keyID: String, secret: Secret, signName: String, templates: MessageTemplates) {
    self.keyID = keyID
    self.secret = secret
    self.signName = signName
    self.templates = templates
  }

  /// Creates the request that sends a message.
  public func request(
    for message: OutgoingMessage
  ) throws(SendingFailure) -> GatewayRequest {
    request(
      try message.textMessage(templates, abroad: templatesAbroad), id: message.id
    ) { $0 == .provider ? nil : $0.value(in: message) }
  }

  /// Creates the request that sends a notice; nil without a template for it.
  public func request(
    for notice: AccountNotice
  ) throws(SendingFailure) -> GatewayRequest? {
    notice.textMessage(notices, abroad: noticesAbroad).map {
      request($0, id: notice.id) { $0.value(in: notice) }
    }
  }

  private func request(
    _ message: TemplateMessage, id: String, _ value: (MessageParameter) -> String?
  ) -> GatewayRequest {
    var values = JSONObject()
    for parameter in MessageParameter.allCases {
      guard let name = names[parameter] else { continue }
      values[name] = value(parameter).map(JSONValue.string)
    }
    let isAbroad = message.isAbroad
    return GatewayRequest(
      AliyunExchange(
        base: base, action: "SendSms", version: "2017-05-25",
        parameters: [
          // A mainland number is sent without its country code, any other one with it; neither has a plus.
          "PhoneNumbers": String(message.number.dropFirst(isAbroad ? 1 : 3)),
          "SignName": isAbroad ? signNameAbroad ?? signName : signName,
          "TemplateCode": message.template,
          "TemplateParam": String(decoding: values.serialized(), as: UTF8.self),
          "OutId": id,
        ], keyID: keyID, secret: secret, nameMember: "BizId"))
  }
}
