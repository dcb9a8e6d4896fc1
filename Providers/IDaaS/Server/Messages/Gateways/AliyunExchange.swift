// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// One call of Alibaba Cloud, with its action in a header field and its parameters in the query.
struct AliyunExchange: GatewayExchange {
  let base: String
  let action: String
  let version: String
  let parameters: [String: String]
  let keyID: String
  let secret: Secret
  /// The member of a response with the id of the message.
  let nameMember: String

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    throw .misused("environment", "The request proves the moment it is sent in.")
  }

  func request(
    in environment: CoatcheckOAuth.RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let query = ACS3Signature.query(parameters)
    let endpoint = try Endpoint(base + "/?" + query)
    var fields = [
      "host": endpoint.authority, "x-acs-action": action, "x-acs-version": version,
      "x-acs-date": SignedText.utc(environment.now()),
      "x-acs-signature-nonce": SignedText.hex(environment.random(16)),
      "x-acs-content-sha256": SignedText.digest(Data()),
    ]
    let authorization = ACS3Signature.authorization(
      method: "POST", query: query, fields: fields, body: Data(), keyID: keyID, secret: secret)
    fields["host"] = nil
    var head = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    head.headerFields = try HTTPFields(named: fields)
    head.headerFields[.accept] = "application/json"
    head.headerFields[.authorization] = authorization
    return (head, Data())
  }

  func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> GatewayReply {
    guard body.count <= GatewayReply.maximumSize, let json = try? JSONObject(parsing: [UInt8](body))
    else {
      return try .byStatus(head)
    }
    let code = json["Code"]?.stringValue
    if head.status == .ok, code == nil || code == "OK" {
      guard let name = json[nameMember]?.stringValue else { return try .byStatus(head) }
      return .accepted(name)
    }
    guard let code else { return try .byStatus(head) }
    return .refused(
      AliyunFailures.failure(code, message: json["Message"]?.stringValue ?? "", head))
  }
}
