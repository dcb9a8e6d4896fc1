// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

/// Requests with a JSON object in the body, which a client writes and a server reads.
enum JSONRequest {
  /// The maximum length of a body that a server reads, in bytes.
  static let maximumBody = 64 << 10

  /// A request with an object as its body, or without a body.
  static func make(
    _ method: HTTPRequest.Method, _ object: JSONObject?, to endpoint: Endpoint, token: Secret?
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var fields = HTTPFields()
    if object != nil { fields[.contentType] = MediaType.json }
    fields[.accept] = MediaType.json
    if let token { fields[.authorization] = try BearerToken.field(token) }
    return (
      HTTPRequest(
        method: method, scheme: endpoint.scheme, authority: endpoint.authority,
        path: endpoint.path, headerFields: fields),
      object.map { Data($0.serialized()) } ?? Data()
    )
  }

  /// Reads the object of a request.
  ///
  /// - Throws: `refused` with the code; with status 413 when the body is too long, 415 when the
  ///   `Content-Type` is not JSON.
  static func object(
    head: HTTPRequest, body: Data, code: OAuthError.Code
  ) throws(OAuthError) -> JSONObject {
    guard head.headerFields[.contentEncoding] == nil else {
      throw .refused(code, "Compressed requests are not read.", status: 415)
    }
    guard head.headerFields[values: .contentType].count == 1,
      MediaType.isJSON(head.headerFields[.contentType])
    else {
      throw .refused(code, "The request must be \(MediaType.json).", status: 415)
    }
    guard body.count <= maximumBody else {
      throw .refused(code, "The request is too long.", status: 413)
    }
    do {
      return try JSONObject(parsing: [UInt8](body))
    } catch {
      throw .refused(code, "The request is not one well-formed JSON object.")
    }
  }

  /// The bearer token of a request; nil when it has no `Authorization` field at all.
  static func token(_ head: HTTPRequest) throws(OAuthError) -> Secret? {
    guard !head.headerFields[values: .authorization].isEmpty else { return nil }
    return try BearerToken.from(head)
  }
}
