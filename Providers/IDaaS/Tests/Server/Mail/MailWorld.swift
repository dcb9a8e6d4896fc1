// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckSMTP
import TestKit

@testable import CoatcheckIDaaSServer

/// A sender of e-mail, from a `gateways.json`.
struct MailWorld: Sendable {
  let folder: Folder
  let log = CapturedLog()
  var environment = RuntimeEnvironment.live

  init(_ certificates: Certificates? = nil) throws {
    folder = try certificates?.folder ?? Folder()
    try write("mail.secret", ForeignMailServer.password)
  }

  func write(_ name: String, _ text: String) throws {
    try folder.write(name, Array(text.utf8))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path + "/" + name)
  }

  /// The sender of a gateway.
  func sender(_ gateway: JSONObject) throws -> any MessageSender {
    var members: JSONObject = ["kind": "smtp", "address": "noreply@shop.example"]
    for (name, value) in gateway { members[name] = value }
    let file: JSONObject = ["gateways": [.object(members)]]
    try write("gateways.json", String(decoding: file.serialized(), as: UTF8.self))
    return try #require(
      try TenantFolder.messages(
        path: folder.path, over: Transports.system, environment: environment, logger: log.logger))
  }

  /// The sender of a gateway on loopback with an account.
  func sender(
    _ security: SMTPServer.Security, port: Int, _ more: JSONObject = [:]
  ) throws -> any MessageSender {
    var gateway: JSONObject = [
      "host": "127.0.0.1", "port": .number(JSONNumber(port)), "tls": .string(security.rawValue),
    ]
    if security != .none {
      gateway["authorities_file"] = "server.pem"
      gateway["username"] = .string(ForeignMailServer.username)
      gateway["secret_file"] = "mail.secret"
    }
    for (name, value) in more { gateway[name] = value }
    return try sender(gateway)
  }

  /// Why the last message was not taken, as it was logged.
  var reason: String? {
    log.lines.last { $0.message == "the mail server did not take a message" }?.details["reason"]
  }
}
