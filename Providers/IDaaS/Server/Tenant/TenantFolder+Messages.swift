// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth

extension TenantFolder {
  /// What sends the codes: the gateways of `gateways.json`, in the order in which they are tried.
  ///
  /// ```json
  /// {"gateways": [
  ///   {"kind": "aliyun", "countries": ["CN"], "key_id": "…", "secret_file": "aliyun.secret",
  ///    "sign_name": "…", "templates": {"zh-CN": "SMS_1"}},
  ///   {"kind": "twilio", "account": "AC…", "secret_file": "twilio.secret", "from": "+1…"}
  /// ]}
  /// ```
  ///
  /// The file is read once, when the server starts.
  /// - Parameters:
  ///   - path: The tenant's folder.
  ///   - transport: Reaches the gateways.
  ///   - environment: The clock that requests are signed by.
  /// - Returns: Nil when there is no such file.
  /// - Throws: What is wrong with it.
  public static func messages(
    path: String, over transport: any HTTPTransport, environment: CoatcheckOAuth.RuntimeEnvironment
  ) throws(TenantError) -> (any MessageSender)? {
    let reader = FolderReader(folder: path)
    guard let members = try reader.object("gateways.json") else { return nil }
    try members.allow(["gateways"])
    let file = GatewayFile(reader: reader, transport: transport, environment: environment)
    var routes: [MessageSenders.Route] = []
    for gateway in try members.objects("gateways") { routes.append(try file.route(gateway)) }
    return MessageSenders(routes)
  }
}

/// Reads the gateways, one object each.
private struct GatewayFile {
  let reader: FolderReader
  let transport: any HTTPTransport
  let environment: CoatcheckOAuth.RuntimeEnvironment

  private enum Kind: String, CaseIterable {
    case aliyun, tencent, twilio
    case aliyunMail = "aliyun_mail"
  }

  private static let common: Set<String> = ["kind", "countries", "secret", "secret_file"]

  func route(_ members: TenantMembers) throws(TenantError) -> MessageSenders.Route {
    guard let kind = try members.word("kind", of: Kind.self) else {
      throw members.trouble("kind", "is missing")
    }
    guard let secret = try TenantApplication.secret("secret", members, reader) else {
      throw members.trouble("secret", "is missing")
    }
    let countries = try members.texts("countries").map(Set.init)
    switch kind {
    case .aliyun: return .init(.phones(in: countries), try aliyun(members, secret))
    case .tencent: return .init(.phones(in: countries), try tencent(members, secret))
    case .twilio: return .init(.phones(in: countries), try twilio(members, secret))
    case .aliyunMail: return .init(.emails, try aliyunMail(members, secret))
    }
  }

  private func aliyun(
    _ members: TenantMembers, _ secret: Secret
  ) throws(TenantError) -> GatewaySender<AliyunSMS> {
    try members.allow(
      Self.common.union([
        "key_id", "sign_name", "templates", "sign_name_abroad", "templates_abroad",
      ]))
    var account = AliyunSMS(
      keyID: try members.text("key_id"), secret: secret,
      signName: try members.text("sign_name"), templates: try templates("templates", members))
    account.signNameAbroad = try members.optionalText("sign_name_abroad")
    if members.json["templates_abroad"] != nil {
      account.templatesAbroad = try templates("templates_abroad", members)
    }
    return GatewaySender(account, transport: transport, environment: environment)
  }

  private func tencent(
    _ members: TenantMembers, _ secret: Secret
  ) throws(TenantError) -> GatewaySender<TencentSMS> {
    try members.allow(
      Self.common.union([
        "key_id", "application", "sign_name", "templates", "templates_abroad", "region",
      ]))
    var account = TencentSMS(
      keyID: try members.text("key_id"), secret: secret,
      applicationID: try members.text("application"), signName: try members.text("sign_name"),
      templates: try templates("templates", members))
    if members.json["templates_abroad"] != nil {
      account.templatesAbroad = try templates("templates_abroad", members)
    }
    account.region = try members.optionalText("region") ?? account.region
    return GatewaySender(account, transport: transport, environment: environment)
  }

  private func twilio(
    _ members: TenantMembers, _ secret: Secret
  ) throws(TenantError) -> GatewaySender<TwilioSMS> {
    try members.allow(
      Self.common.union(["account", "key_id", "from", "messaging_service", "host"]))
    let origin: TwilioSMS.Origin
    switch (try members.optionalText("from"), try members.optionalText("messaging_service")) {
    case (let number?, nil): origin = .number(number)
    case (nil, let service?): origin = .service(service)
    default: throw members.trouble("from", "or messaging_service has to be there, and not both")
    }
    var account = TwilioSMS(
      id: try members.text("account"), keyID: try members.optionalText("key_id"), secret: secret,
      origin: origin)
    account.host = try members.optionalText("host")
    return GatewaySender(account, transport: transport, environment: environment)
  }

  private func aliyunMail(
    _ members: TenantMembers, _ secret: Secret
  ) throws(TenantError) -> GatewaySender<AliyunMail> {
    try members.allow(Self.common.subtracting(["countries"]).union(["key_id", "address", "alias"]))
    return GatewaySender(
      AliyunMail(
        keyID: try members.text("key_id"), secret: secret, address: try members.text("address"),
        alias: try members.optionalText("alias")),
      transport: transport, environment: environment)
  }

  /// One template's name, or names by language, or such an object by the type of message.
  private func templates(
    _ name: String, _ members: TenantMembers
  ) throws(TenantError) -> MessageTemplates {
    if let id = members.json[name]?.stringValue, !id.isEmpty { return MessageTemplates(always: id) }
    guard let object = try members.object(name) else {
      throw members.trouble(name, "is missing")
    }
    var usual: [String: String] = [:]
    var byType: [MessageType: [String: String]] = [:]
    for key in object.json.names {
      guard let type = MessageType(rawValue: key) else {
        usual[key] = try object.text(key)
        continue
      }
      guard let languages = try object.object(key) else { continue }
      var ids: [String: String] = [:]
      for language in languages.json.names { ids[language] = try languages.text(language) }
      byType[type] = ids
    }
    return MessageTemplates(usual, byType: byType)
  }
}
