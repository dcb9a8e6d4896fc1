// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
public import CoatcheckOAuth

/// Sends codes by Alibaba Cloud's SMS: `SendSms` of `dysmsapi`, version 2017-05-25.
public struct AliyunSMS: GatewayAccount {
  /// The id of the access key.
  public var keyID: String
  /// The access key.
  public var secret: Secret
  /// The signature that messages begin with: the `SignName`.
  public var signName: String
  /// The templates of the mainland.
  public var templates: MessageTemplates
  /// The signature of messages to other countries; the same unless set.
  public var signNameAbroad: String?
  /// The templates of other countries; without them nothing is sent there.
  public var templatesAbroad: MessageTemplates?
  /// The templates of notices for the mainland.
  public var notices = NoticeTemplates()
  /// The templates of notices for other countries.
  public var noticesAbroad = NoticeTemplates()
  /// What the templates call what they have places for. A template gets those that it is a message of.
  public var names: [MessageParameter: String] = [.code: "code"]
  /// Where the service is.
  public var base = "https://dysmsapi.aliyuncs.com"

  /// Describes an account.
  public init(keyID: String, secret: Secret, signName: String, templates: MessageTemplates) {
    self.keyID = keyID
    self.secret = secret
    self.signName = signName
    self.templates = templates
  }

  /// The request that sends a message.
  public func request(
    for message: OutgoingMessage
  ) throws(SendingFailure) -> GatewayRequest {
    request(
      try message.textMessage(templates, abroad: templatesAbroad), id: message.id
    ) { $0 == .provider ? nil : $0.value(in: message) }
  }

  /// The request that sends a notice; nil without a template for it.
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
          // A number of the mainland is bare, any other one has its country's digits and no plus.
          "PhoneNumbers": String(message.number.dropFirst(isAbroad ? 1 : 3)),
          "SignName": isAbroad ? signNameAbroad ?? signName : signName,
          "TemplateCode": message.template,
          "TemplateParam": String(decoding: values.serialized(), as: UTF8.self),
          "OutId": id,
        ], keyID: keyID, secret: secret, nameMember: "BizId"))
  }
}
