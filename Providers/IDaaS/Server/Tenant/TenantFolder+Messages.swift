// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging

extension TenantFolder {
  /// Creates the sender of codes from the gateways of `gateways.json`, in the order in which they are
  /// tried.
  ///
  /// ```json
  /// {"gateways": [
  ///   {"kind": "aliyun", "countries": ["CN"], "key_id": "…", "secret_file": "aliyun.secret",
  ///    "sign_name": "…", "templates": {"zh-CN": "SMS_1"}},
  ///   {"kind": "twilio", "account": "AC…", "secret_file": "twilio.secret", "from": "+1…"}
  /// ]}
  /// ```
  ///
  /// The file is read once, when the server starts. `docs/server.md` lists the members of each kind.
  ///
  /// - Parameters:
  ///   - path: The path of the tenant's folder.
  ///   - transport: The transport of requests to the gateways.
  ///   - environment: The wall clock for the signatures of requests.
  ///   - logger: The logger for messages that a mail server refuses.
  /// - Returns: Nil when the folder has no such file.
  /// - Throws: ``TenantError`` naming the member that cannot be used.
  public static func messages(
    path: String, over transport: any HTTPTransport,
    environment: CoatcheckOAuth.RuntimeEnvironment, logger: Logger
  ) throws(TenantError) -> (any MessageSender)? {
    let reader = FolderReader(folder: path)
    guard let members = try reader.object("gateways.json") else { return nil }
    try members.allow(["gateways"])
    let file = GatewayFile(
      reader: reader, transport: transport, environment: environment, logger: logger)
    var routes: [MessageSenders.Route] = []
    for gateway in try members.objects("gateways") {
      let route = try file.route(gateway)
      let isKnown = routes.contains { other in
        guard let one = other.receipts, let new = route.receipts else { return false }
        return one.key.matches(new.key)
      }
      // Each key is for one gateway: reports of two gateways can have different formats.
      guard !isKnown else { throw gateway.trouble("receipt_key", "is another gateway's") }
      routes.append(route)
    }
    return MessageSenders(routes)
  }
}
