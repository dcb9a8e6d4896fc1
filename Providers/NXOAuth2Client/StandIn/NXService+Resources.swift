// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The resource server.
extension NXService {
  /// A redirect to the address in the query.
  func elsewhere(_ request: ServedRequest) -> ServedResponse {
    guard let query = try? Parameters(decoding: request.query), let to = query["to"] else {
      return .standIn(.badRequest, text: "No address.")
    }
    var response = ServedResponse.standIn(redirect: to)
    response.head.status = .init(code: query["status"].flatMap(Int.init) ?? 302)
    return response
  }

  /// The resources, which require an access token with the authentication scheme of its type.
  func resource(_ request: ServedRequest, now: Date) -> ServedResponse {
    if request.path == "/public" {
      let field = request.head.headerFields[.authorization]
      return .standIn(json: ["authorization": field.map { .string($0) } ?? .null])
    }
    let field = request.head.headerFields[.authorization] ?? ""
    let scheme = "\(manner.scheme) "
    guard field.hasPrefix(scheme),
      let grant = tokens.access(String(field.dropFirst(scheme.count)), now: now)
    else { return unauthorized(manner.challenge) }
    switch request.path {
    case "/me", "/someResource":
      return .standIn(json: [
        "id": .string(grant.user?.id ?? "client \(grant.clientID)"),
        "scope": .array(grant.scopes.map(JSONValue.string)),
        "method": .string(request.head.method.rawValue),
        "query": .string(request.query),
      ])
    case "/guarded": return unauthorized(#"OAuth realm="nx", error="rights_missing""#)
    case "/upload": return received(request)
    case "/echo":
      return ServedResponse(
        head: HTTPResponse(
          status: .ok,
          headerFields: [
            .contentType: request.head.headerFields[.contentType] ?? "application/octet-stream"
          ]),
        body: request.body)
    default: return .standIn(.notFound, error: "not_found")
    }
  }

  private func unauthorized(_ challenge: String) -> ServedResponse {
    .standIn(
      .unauthorized, text: "No.", fields: [.wwwAuthenticate: challenge])
  }

  /// A description of the received body: its length, its type and, of a multipart body, the parts in order.
  private func received(_ request: ServedRequest) -> ServedResponse {
    let type = request.head.headerFields[.contentType] ?? ""
    var json: JSONObject = [
      "length": .number(JSONNumber(request.body.count)), "type": .string(type),
      "announced": .string(request.head.headerFields[.contentLength] ?? "chunked"),
    ]
    guard type.hasPrefix("multipart/form-data") else {
      if request.body.count <= 1024 {
        json["text"] = .string(String(decoding: request.body, as: UTF8.self))
      }
      return .standIn(json: json)
    }
    guard let multipart = try? MultipartParts(request.body, type: type) else {
      return .standIn(.badRequest, error: "invalid_request", description: "No multipart body.")
    }
    json["parts"] = .array(
      multipart.parts.map { part in
        var json: JSONObject = [
          "name": .string(part.name), "length": .number(JSONNumber(part.content.count)),
        ]
        json["filename"] = part.filename.map(JSONValue.string)
        json["type"] = part.type.map(JSONValue.string)
        json["encoding"] = part.encoding.map(JSONValue.string)
        if part.content.count <= 256, let text = String(validating: part.content, as: UTF8.self) {
          json["text"] = .string(text)
        }
        return .object(json)
      })
    return .standIn(json: json)
  }
}
