// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckSMTP

/// Reads a gateway of the kind `smtp`.
extension GatewayFile {
  func smtp(_ members: TenantMembers) throws(TenantError) -> MessageSenders.Route {
    try members.allow([
      "kind", "host", "port", "tls", "username", "secret", "secret_file", "authorities_file",
      "name",
      "address", "alias", "subjects", "texts", "notice_subjects", "notice_texts",
    ])
    var server = SMTPServer(
      host: try members.text("host"), port: try members.number("port", in: 1...65_535),
      security: try members.word("tls", of: SMTPServer.Security.self) ?? .implicit)
    server.credentials = try credentials(members)
    server.clientName = try members.optionalText("name")
    if let file = try members.optionalText("authorities_file") {
      guard let bytes = try reader.bytes(file) else {
        throw members.trouble("authorities_file", "names a file that is missing")
      }
      server.authorities = String(decoding: bytes, as: UTF8.self)
    }
    let address = try members.text("address")
    guard (try? EmailAddress.read(address)) != nil else {
      throw members.trouble("address", "must be an e-mail address of ASCII")
    }
    var sender = SMTPMessages(
      try client(server, members), address: address, environment: environment, logger: logger)
    sender.alias = try members.optionalText("alias")
    sender.words = try members.mailWords()
    return .init(.emails, sender)
  }

  private func credentials(
    _ members: TenantMembers
  ) throws(TenantError) -> SMTPServer.Credentials? {
    let secret = try TenantApplication.secret("secret", members, reader)
    switch (try members.optionalText("username"), secret) {
    case (nil, nil): return nil
    case (let username?, let secret?):
      return SMTPServer.Credentials(username: username, password: secret)
    case (nil, _): throw members.trouble("username", "is missing beside a secret")
    case (_, nil): throw members.trouble("secret", "is missing beside a username")
    }
  }

  private func client(
    _ server: SMTPServer, _ members: TenantMembers
  ) throws(TenantError) -> SMTPClient {
    do throws(OAuthError) {
      return try SMTPClient(server, environment: environment)
    } catch {
      switch error.parameter {
      case "host"?: throw members.trouble("tls", "can leave TLS out for a loopback address only")
      case "credentials"?:
        throw members.trouble("secret", "belongs to a server with TLS, and holds no NUL")
      case "authorities"?:
        throw members.trouble("authorities_file", "must hold certificates as PEM")
      default: throw members.trouble("name", "must be a name of visible ASCII")
      }
    }
  }
}
