// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// One message by Tencent Cloud: `SendSms`, version 2021-01-11.
struct TencentExchange: GatewayExchange {
  let base: String
  let region: String
  let keyID: String
  let secret: Secret
  let json: JSONObject

  private static let type = "application/json; charset=utf-8"
  private static let action = "SendSms"

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    throw .misused("environment", "The request proves the moment it is sent in.")
  }

  func request(
    in environment: CoatcheckOAuth.RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let endpoint = try Endpoint(base + "/")
    let body = Data(json.serialized())
    let timestamp = Int(environment.now().timeIntervalSince1970)
    let authorization = TC3Signature.authorization(
      service: "sms",
      fields: [
        "content-type": Self.type, "host": endpoint.authority,
        "x-tc-action": Self.action.lowercased(),
      ], body: body, timestamp: timestamp, keyID: keyID, secret: secret)
    var head = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    head.headerFields = try HTTPFields(named: [
      "X-TC-Action": Self.action, "X-TC-Version": "2021-01-11", "X-TC-Region": region,
      "X-TC-Timestamp": String(timestamp),
    ])
    head.headerFields[.contentType] = Self.type
    head.headerFields[.authorization] = authorization
    return (head, body)
  }

  func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> GatewayReply {
    guard body.count <= GatewayReply.maximumSize,
      let json = try? JSONObject(parsing: [UInt8](body)),
      let response = json["Response"]?.objectValue
    else { return try .byStatus(head) }
    // Error responses have status 200 too. An error of the whole request is in `Error`, one of the number
    // in its item.
    if let code = response["Error"]?.objectValue?["Code"]?.stringValue {
      return .refused(TencentFailures.failure(code))
    }
    guard let item = response["SendStatusSet"]?.arrayValue?.first?.objectValue,
      let code = item["Code"]?.stringValue
    else { return try .byStatus(head) }
    guard code == "Ok" else { return .refused(TencentFailures.failure(code)) }
    return .accepted(item["SerialNo"]?.stringValue ?? "")
  }
}
