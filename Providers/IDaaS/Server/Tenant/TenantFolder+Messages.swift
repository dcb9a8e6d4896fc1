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
  /// The file is read once, when the server starts. `docs/server.md` lists the members of each kind.
  ///
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
