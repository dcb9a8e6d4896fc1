// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// Applications as `tenant.json` describes them.
extension TenantApplication {
  private static let members: Set<String> = [
    "client_id", "name", "redirect_uris", "weibo", "unassociated", "methods", "international",
    "regions", "confirms_links", "second_factor", "private_key", "private_key_file",
    "signed_refresh", "ends_sessions_upstream", "theme", "admin_token", "admin_token_file",
    "requires_phone", "messages_per_hour", "proof_of_work", "picture_hosts", "words",
    "words_from_calls",
  ]

  /// Reads an application of `tenant.json`.
  init(_ members: TenantMembers, _ reader: FolderReader) throws(TenantError) {
    try members.allow(Self.members)
    self.init(id: try members.text("client_id"), name: try members.text("name"))
    guard id.utf8.count <= 128, id.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw members.trouble("client_id", "must be at most 128 visible ASCII characters")
    }
    redirectURIs = try members.texts("redirect_uris") ?? []
    for uri in redirectURIs where !Self.isRedirect(uri) {
      throw members.trouble("redirect_uris", "must be absolute URIs without a fragment")
    }
    if let weibo = try members.object("weibo") { self.weibo = try WeiboSource(weibo, reader) }
    unassociated = try members.word("unassociated", of: Unassociated.self) ?? unassociated
    if let words = try members.texts("methods") {
      methods = words.compactMap(VerificationMethod.init(rawValue:))
      guard methods.count == words.count, !methods.isEmpty else {
        throw members.trouble("methods", "must be VERIFY_PHONE, VERIFY_EMAIL or both")
      }
    }
    isInternational = try members.flag("international") ?? isInternational
    regions = try members.texts("regions").map(Set.init)
    requiresPhone = try members.flag("requires_phone") ?? requiresPhone
    messagesPerHour = try members.number("messages_per_hour", in: 1...1_000_000)
    offersWork = try members.flag("proof_of_work") ?? offersWork
    confirmsLinks = try members.flag("confirms_links") ?? confirmsLinks
    // The text is stored as it is: an unsupported value is refused at the login.
    secondFactor = try members.optionalText("second_factor")
    privateKey = try Self.secret("private_key", members, reader)
    wantsSignatures = try members.flag("signed_refresh") ?? wantsSignatures
    endsSessionsUpstream = try members.flag("ends_sessions_upstream") ?? endsSessionsUpstream
    adminToken = try Self.secret("admin_token", members, reader)
    theme = try Self.theme(members)
    words = try Self.words(members)
    pictureHosts = Set(try members.texts("picture_hosts") ?? [])
    // A page would not load such a picture: this is an error of the file, before users see it.
    for (name, host) in theme?.pictureHosts ?? [] where !pictureHosts.contains(host) {
      throw members.trouble("theme.\(name)", "is on a host that picture_hosts does not list")
    }
  }

  private static func theme(_ members: TenantMembers) throws(TenantError) -> PageTheme? {
    guard let theme = try members.object("theme") else { return nil }
    do throws(Refusal) {
      return try PageTheme(json: theme.json)
    } catch {
      throw theme.trouble(error.arguments.first ?? "", "is not in its format")
    }
  }

  /// A secret, in this file or in a separate one. Either must be readable by its owner only.
  static func secret(
    _ name: String, _ members: TenantMembers, _ reader: FolderReader
  ) throws(TenantError) -> Secret? {
    if let file = try members.optionalText(name + "_file") {
      guard members.json[name] == nil else {
        throw members.trouble(name, "stands here and in a file")
      }
      return try reader.secret(file)
    }
    guard let text = try members.optionalText(name) else { return nil }
    try reader.checkPrivate(members.file)
    return Secret(text)
  }

  private static func isRedirect(_ uri: String) -> Bool {
    guard uri.utf8.count <= 2_048, uri.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      !uri.contains("#"), let colon = uri.firstIndex(of: ":")
    else { return false }
    let scheme = uri[..<colon]
    // A private-use scheme is a domain name in reverse, with a dot: RFC 8252 §7.1.
    return uri.hasPrefix("https://") || uri.hasPrefix("http://127.0.0.1")
      || uri.hasPrefix("http://[::1]")
      || (scheme.contains(".")
        && scheme.utf8.allSatisfy { byte in
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "-")
        })
  }
}

extension WeiboSource {
  /// Reads the member `weibo` of an application.
  init(_ members: TenantMembers, _ reader: FolderReader) throws(TenantError) {
    try members.allow([
      "app_key", "app_secret", "app_secret_file", "base", "scopes", "cancel_key",
      "cancel_key_file", "name", "channel",
    ])
    guard let secret = try TenantApplication.secret("app_secret", members, reader) else {
      throw members.trouble("app_secret", "is missing")
    }
    self.init(
      appKey: try members.text("app_key"), appSecret: secret,
      scopes: try members.texts("scopes") ?? [])
    name = try members.optionalText("name")
    channel = try members.word("channel", of: Channel.self) ?? channel
    cancelKey = try TenantApplication.secret("cancel_key", members, reader)
    guard let base = try members.optionalText("base") else { return }
    // The app secret is sent to this address.
    guard base.hasPrefix("https://") || base.hasPrefix("http://127.0.0.1:") else {
      throw members.trouble("base", "must begin with https://")
    }
    self.base = base
  }
}
