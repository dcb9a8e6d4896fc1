// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

/// Requests whose body is a JSON object: how a client writes them and a server reads them.
enum JSONRequest {
  /// The maximum body a server reads, in bytes.
  static let maximumBody = 64 << 10

  /// A request with an object as its body, or with none.
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
  /// - Throws: `refused` with the code: 413 when it is too long, 415 when it is no JSON by its own words.
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
