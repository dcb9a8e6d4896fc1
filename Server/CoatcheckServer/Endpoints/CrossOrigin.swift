// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// CORS: only pages of the client itself may read the responses of the endpoints for clients.
///
/// No response depends on a cookie, and none permits credentials (`Access-Control-Allow-Credentials`).
/// [RFC 9700 §2.6](https://www.rfc-editor.org/rfc/rfc9700#section-2.6),
/// [Fetch, CORS protocol](https://fetch.spec.whatwg.org/#http-cors-protocol)
extension IdentityServer {
  /// The endpoints that scripts in a browser may use. The authorization endpoint is not one of them:
  /// "Authorization servers MUST NOT support CORS at the authorization endpoint".
  private static let scripted: Set<String> = [
    "/token", "/revoke", "/introspect", "/userinfo", "/par",
  ]

  /// Whether scripts of other origins may send requests to a path.
  func isScripted(_ path: String) -> Bool {
    path.hasPrefix(base) && Self.scripted.contains(String(path.dropFirst(base.count)))
  }

  /// The response to a CORS preflight request.
  ///
  /// The client is not known yet: only its own pages may read the response to the request itself.
  func preflight(_ request: ServedRequest, allowing methods: [HTTPRequest.Method]) -> ServedResponse
  {
    var head = HTTPResponse(status: .noContent)
    head.headerFields[.vary] = "Origin"
    guard let origin = Self.origin(of: request),
      let method = request.head.headerFields[.accessControlRequestMethod],
      methods.contains(where: { $0.rawValue == method })
    else { return ServedResponse(head: head) }
    head.headerFields[.accessControlAllowOrigin] = origin
    head.headerFields[.accessControlAllowMethods] = methods.map(\.rawValue).joined(separator: ", ")
    head.headerFields[.accessControlAllowHeaders] = "Authorization, Content-Type, DPoP"
    head.headerFields[.accessControlMaxAge] = "600"
    return ServedResponse(head: head)
  }

  /// Adds the CORS header fields to a response, if the requesting page has an origin of the client.
  func shared(_ response: ServedResponse, with request: ServedRequest) async -> ServedResponse {
    var response = response
    // A cache must not return the response for one origin to another.
    response.head.headerFields[.vary] = "Origin"
    guard let origin = Self.origin(of: request), await isOwn(origin, request) else {
      return response
    }
    response.head.headerFields[.accessControlAllowOrigin] = origin
    // The header fields that a client must be able to read.
    response.head.headerFields[.accessControlExposeHeaders] =
      "WWW-Authenticate, DPoP-Nonce, Retry-After"
    return response
  }

  private func isOwn(_ origin: String, _ request: ServedRequest) async -> Bool {
    do {
      guard let client = try await clientID(of: request) else { return false }
      return try await authorizationServer.isOrigin(origin, of: client)
    } catch {
      return false
    }
  }

  /// The client that a request names. The request itself was authenticated before; this decides only
  /// whether the page may read the response.
  private func clientID(of request: ServedRequest) async throws -> String? {
    if request.path == base + "/userinfo" {
      let field = request.head.headerFields[.authorization]?.split(separator: " ").last
      let form = request.isForm ? try? request.form() : nil
      guard let token = field.map(String.init) ?? form?["access_token"] else { return nil }
      return try await authorizationServer.clientID(of: Secret(token))
    }
    let form = try Parameters(bytes: request.body, repeatable: ["resource", "audience"])
    return form["client_id"]
  }

  /// The origin of the page; nil for an opaque origin ("null").
  private static func origin(of request: ServedRequest) -> String? {
    let values = request.head.headerFields[values: .origin]
    guard values.count == 1, let origin = values.first,
      origin.hasPrefix("https://") || origin.hasPrefix("http://"),
      origin.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return origin
  }
}
