// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckTesting
import HTTPTypes

extension Flow {
  /// Signing in on another device.
  static let devices: [Flow] = [
    Flow("device") { stage in
      let marks = stage.marks
      let base = "http://127.0.0.1:1"
      let script = ScriptedTransport([
        .init(
          "POST \(base)/device",
          reply: .json([
            "device_code": .string(marks.make("device_code")), "user_code": "WDJB-MJHT",
            "verification_uri": .string(base + "/enter"), "expires_in": 600, "interval": 1,
          ])),
        .init(
          "POST \(base)/token", reply: .json(["error": "authorization_pending"], status: 400)),
        .init(
          "POST \(base)/token",
          reply: .json([
            "access_token": .string(marks.make("access_token")), "token_type": "Bearer",
            "refresh_token": .string(marks.make("refresh_token")), "expires_in": 300,
          ])),
      ])
      var metadata = ServerMetadata(issuer: try Issuer(base))
      metadata.tokenEndpoint = try Endpoint(base + "/token")
      metadata.deviceAuthorizationEndpoint = try Endpoint(base + "/device")
      let flow = DeviceFlow(
        ClientContext(
          provider: Provider(metadata: metadata),
          client: ClientIdentity(
            id: "app", authentication: .post(Secret(marks.make("client_secret")))),
          runtime: ClientRuntime(
            transport: stage.network.over(script), environment: stage.environment
          ) { $0.logger = stage.logger("device") }))
      let begun = try await flow.begin(scopes: ["read"])
      stage.show("begun", begun)
      stage.show("session", try await begun.finish(storedAs: "main"))
    }
  ]
}
