// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckServer
import Crypto
import Foundation
import HTTPTypes

/// The responses of calls.
extension ServedResponse {
  /// The response of a call.
  static func call(_ json: JSONValue, requestID: String) -> ServedResponse {
    .json(.ok, json == .null ? [:] : json, requestID: requestID)
  }

  /// The error response of a call: the document has 500 for `busy` and 400 for all other codes.
  ///
  /// - Parameter tooMany: The status for too many requests; nil for that of the document.
  static func refusal(
    _ refusal: Refusal, requestID: String, language: String,
    tooMany: HTTPResponse.Status? = nil
  ) -> ServedResponse {
    let documented: HTTPResponse.Status =
      refusal.code == .busy ? .internalServerError : .badRequest
    let status = refusal.detail == .rateLimited ? tooMany ?? documented : documented
    var response = json(
      status, .object(refusal.json(language: language, requestID: requestID)),
      requestID: requestID)
    if let retryAfter = refusal.retryAfter {
      response.head.headerFields[.retryAfter] = String(retryAfter)
    }
    return response
  }

  static func json(
    _ status: HTTPResponse.Status, _ json: JSONValue, requestID: String
  ) -> ServedResponse {
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "application/json"
    head.headerFields[.cacheControl] = "no-store"
    Self.name("X-Request-Id", requestID, in: &head)
    return ServedResponse(head: head, body: Data(json.serialized()))
  }

  /// Lets the client cache a successful response, and revalidate it by its entity tag.
  ///
  /// "the server SHOULD generate a 304 (Not Modified) response … when the selected representation's entity tag
  /// matches". [RFC 9110 §13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2)
  ///
  /// - Parameter seconds: How long it may be used without revalidation.
  func cacheable(for seconds: Int, _ request: ServedRequest) -> ServedResponse {
    guard head.status == .ok else { return self }
    var response = self
    let tag = "\"" + Base64URL.encode(Array(SHA256.hash(data: body).prefix(16))) + "\""
    response.head.headerFields[.eTag] = tag
    response.head.headerFields[.cacheControl] = "private, max-age=\(seconds)"
    let wanted = (request.head.headerFields[.ifNoneMatch] ?? "").split(separator: ",")
      .map { $0.filter { !$0.isWhitespace } }
    // The weak comparison of RFC 9110 §8.8.3.2.
    if wanted.contains("*") || wanted.contains(tag) || wanted.contains("W/" + tag) {
      response.head.status = .notModified
      response.head.headerFields[.contentType] = nil
      response.body = Data()
    }
    return response
  }

  private static func name(_ name: String, _ value: String, in head: inout HTTPResponse) {
    guard let name = HTTPField.Name(name) else { return }
    head.headerFields[name] = value
  }
}
