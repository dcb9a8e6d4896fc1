// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// One message that is sent to a program of the operator.
struct WebhookExchange: GatewayExchange {
  let url: String
  let secret: Secret
  let json: JSONObject

  /// The field with the signature: `t=SECONDS,v1=HEX`, the HMAC-SHA256 of the seconds, a full stop and the body.
  static let signature = "X-Coatcheck-Signature"

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    throw .misused("environment", "The request proves the moment it is sent in.")
  }

  func request(
    in environment: CoatcheckOAuth.RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let endpoint = try Endpoint(url)
    let body = Data(json.serialized())
    let seconds = Int(environment.now().timeIntervalSince1970)
    let code = SignedText.code(
      "\(seconds)." + String(decoding: body, as: UTF8.self), key: Data(secret.reveal().utf8))
    var head = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    head.headerFields = try HTTPFields(named: [
      Self.signature: "t=\(seconds),v1=\(SignedText.hex(code))"
    ])
    head.headerFields[.contentType] = "application/json"
    head.headerFields[.accept] = "application/json"
    return (head, body)
  }

  func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> GatewayReply {
    let json = try? JSONObject(parsing: [UInt8](body.prefix(GatewayReply.maximumSize)))
    if let word = json?["error"]?.stringValue {
      return .refused(WebhookFailures.failure(word, head))
    }
    guard (200..<300).contains(head.status.code) else { return try .byStatus(head) }
    return .accepted(json?["id"]?.stringValue ?? "")
  }
}

/// What the words of a program mean for a message.
enum WebhookFailures {
  static func failure(_ word: String, _ head: HTTPResponse) -> SendingFailure {
    switch word {
    case "invalid_contact": .invalidContact
    case "limited": .limited(retryAfter: GatewayReply.retryAfter(head))
    case "no_balance": .noBalance
    case "template_rejected": .templateRejected
    case "blocked_region": .blockedRegion
    case "unknown": .unknownOutcome
    default: .transient
    }
  }
}
