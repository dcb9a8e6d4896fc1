// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth
import Logging

/// Reads the gateways of `gateways.json`, one object each.
struct GatewayFile {
  let reader: FolderReader
  let transport: any HTTPTransport
  let environment: CoatcheckOAuth.RuntimeEnvironment
  /// The log for reasons that a gateway's reply cannot express.
  let logger: Logger

  private enum Kind: String, CaseIterable {
    case aliyun, tencent, twilio, webhook, smtp
    case aliyunMail = "aliyun_mail"
  }

  private enum Contacts: String, CaseIterable { case phones, emails }

  private static let common: Set<String> = ["kind", "countries", "secret", "secret_file", "base"]

  /// The members that all gateways with delivery reports have.
  private static let reporting = common.union(["receipt_key", "receipt_key_file"])

  func route(_ members: TenantMembers) throws(TenantError) -> MessageSenders.Route {
    guard let kind = try members.word("kind", of: Kind.self) else {
      throw members.trouble("kind", "is missing")
    }
    var route = try route(kind, members)
    route.receipts = try receipts(members)
    return route
  }

  private func route(
    _ kind: Kind, _ members: TenantMembers
  ) throws(TenantError) -> MessageSenders.Route {
    let countries = try members.texts("countries").map(Set.init)
    switch kind {
    case .aliyun:
      return .init(.phones(in: countries), sender(try aliyun(members, secret(of: members))))
    case .tencent:
      return .init(.phones(in: countries), sender(try tencent(members, secret(of: members))))
    case .twilio:
      return .init(.phones(in: countries), sender(try twilio(members, secret(of: members))))
    case .aliyunMail: return .init(.emails, sender(try aliyunMail(members, secret(of: members))))
    case .webhook: return try webhook(members, secret(of: members), countries)
    case .smtp: return try smtp(members)
    }
  }

  private func secret(of members: TenantMembers) throws(TenantError) -> Secret {
    guard let secret = try TenantApplication.secret("secret", members, reader) else {
      throw members.trouble("secret", "is missing")
    }
    return secret
  }

  private func sender<Account: GatewayAccount>(_ account: Account) -> GatewaySender<Account> {
    GatewaySender(account, transport: transport, environment: environment)
  }

  private func aliyun(
    _ members: TenantMembers, _ secret: Secret
  ) throws(TenantError) -> AliyunSMS {
    try members.allow(
      Self.reporting.union([
        "key_id", "sign_name", "templates", "sign_name_abroad", "templates_abroad", "names",
        "notices", "notices_abroad",
      ]))
    var account = AliyunSMS(
      keyID: try members.text("key_id"), secret: secret,
      signName: try members.text("sign_name"), templates: try members.templates("templates"))
    account.signNameAbroad = try members.optionalText("sign_name_abroad")
    if members.json["templates_abroad"] != nil {
      account.templatesAbroad = try members.templates("templates_abroad")
    }
    account.notices = try members.noticeTemplates("notices")
    account.noticesAbroad = try members.noticeTemplates("notices_abroad")
    account.names = try members.parameterNames("names") ?? account.names
    account.base = try members.address("base") ?? account.base
    return account
  }

  private func tencent(
    _ members: TenantMembers, _ secret: Secret
  ) throws(TenantError) -> TencentSMS {
    try members.allow(
      Self.reporting.union([
        "key_id", "application", "sign_name", "templates", "templates_abroad", "region", "order",
        "notices", "notices_abroad", "notice_order",
      ]))
    var account = TencentSMS(
      keyID: try members.text("key_id"), secret: secret,
      applicationID: try members.text("application"), signName: try members.text("sign_name"),
      templates: try members.templates("templates"))
    if members.json["templates_abroad"] != nil {
      account.templatesAbroad = try members.templates("templates_abroad")
    }
    account.notices = try members.noticeTemplates("notices")
    account.noticesAbroad = try members.noticeTemplates("notices_abroad")
    account.order = try members.parameters("order") ?? account.order
    account.noticeOrder = try members.parameters("notice_order") ?? account.noticeOrder
    account.region = try members.optionalText("region") ?? account.region
    account.base = try members.address("base") ?? account.base
    return account
  }

  private func twilio(
    _ members: TenantMembers, _ secret: Secret
  ) throws(TenantError) -> TwilioSMS {
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
    account.base = try members.address("base") ?? account.base
    return account
  }

  private func aliyunMail(
    _ members: TenantMembers, _ secret: Secret
  ) throws(TenantError) -> AliyunMail {
    try members.allow(Self.common.subtracting(["countries"]).union(["key_id", "address", "alias"]))
    var account = AliyunMail(
      keyID: try members.text("key_id"), secret: secret, address: try members.text("address"),
      alias: try members.optionalText("alias"))
    account.base = try members.address("base") ?? account.base
    return account
  }

  private func webhook(
    _ members: TenantMembers, _ secret: Secret, _ countries: Set<String>?
  ) throws(TenantError) -> MessageSenders.Route {
    try members.allow(Self.reporting.subtracting(["base"]).union(["url", "contacts"]))
    guard let url = try members.address("url") else { throw members.trouble("url", "is missing") }
    let sender = sender(WebhookMessages(url: url, secret: secret))
    switch try members.word("contacts", of: Contacts.self) {
    case .phones: return .init(.phones(in: countries), sender)
    case .emails:
      guard countries == nil else { throw members.trouble("countries", "belongs to phones") }
      return .init(.emails, sender)
    case nil: throw members.trouble("contacts", "must be phones or emails")
    }
  }
}
