// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// One message by Twilio: `POST /2010-04-01/Accounts/{Sid}/Messages.json`.
struct TwilioExchange: GatewayExchange {
  let base: String
  let accountID: String
  /// The user name of the credentials: the id of the account or of one of its API keys.
  let keyID: String
  let secret: Secret
  let form: Parameters

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let account = SignedText.percentEncoded(accountID)
    let endpoint = try Endpoint("\(base)/2010-04-01/Accounts/\(account)/Messages.json")
    var head = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    head.headerFields[.accept] = "application/json"
    head.headerFields[.authorization] =
      "Basic " + Data("\(keyID):\(secret.reveal())".utf8).base64EncodedString()
    return (head, Data(form.encoded.utf8))
  }

  func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> GatewayReply {
    guard body.count <= GatewayReply.maximumSize, let json = try? JSONObject(parsing: [UInt8](body))
    else {
      return try .byStatus(head)
    }
    if head.status.code == 201 || head.status.code == 200, let sid = json["sid"]?.stringValue {
      let failed: Set = ["failed", "undelivered", "canceled"]
      guard failed.contains(json["status"]?.stringValue ?? "") else { return .accepted(sid) }
      return .refused(Self.failure(json["error_code"]?.intValue, head))
    }
    guard let code = json["code"]?.intValue else { return try .byStatus(head) }
    return .refused(Self.failure(code, head))
  }

  /// What Twilio's numbers mean for a message: https://www.twilio.com/docs/api/errors
  private static func failure(_ code: Int?, _ head: HTTPResponse) -> SendingFailure {
    switch code {
    // The number does not exist, is not a mobile number, or has opted out.
    case 21211, 21214, 21217, 21265, 21401, 21610, 21614, 21635, 21421, 30004, 30005, 30006:
      .invalidContact
    case 21408, 21612, 21215, 21216: .blockedRegion
    case 14107, 20429, 30001, 21611: .limited(retryAfter: GatewayReply.retryAfter(head))
    case 20005, 10001, 30002, 30016: .noBalance
    case 21602, 21603, 21604, 21605, 21606, 21607, 21608, 21609, 21617, 21619, 21660, 21701, 21703,
      21705, 30007:
      .templateRejected
    default:
      head.status == .tooManyRequests
        ? .limited(retryAfter: GatewayReply.retryAfter(head)) : .transient
    }
  }
}
