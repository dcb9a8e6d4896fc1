// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Which pages may read what the clients' endpoints answer: those of the client that asks.
///
/// No answer depends on a cookie, and none says that credentials may be sent.
/// [RFC 9700 §2.6](https://www.rfc-editor.org/rfc/rfc9700#section-2.6),
/// [Fetch, CORS protocol](https://fetch.spec.whatwg.org/#http-cors-protocol)
extension IdentityServer {
  /// The endpoints that an app in a browser talks to by script. The authorization endpoint is not one of them:
  /// "Authorization servers MUST NOT support CORS at the authorization endpoint".
  private static let scripted: Set<String> = [
    "/token", "/revoke", "/introspect", "/userinfo", "/par",
  ]

  /// Whether scripts of other origins may ask there.
  func isScripted(_ path: String) -> Bool {
    path.hasPrefix(base) && Self.scripted.contains(String(path.dropFirst(base.count)))
  }

  /// The answer to a browser that asks before a script's request is sent.
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

  /// The answer, readable for the page that asked if it is one of the client's.
  func shared(_ response: ServedResponse, with request: ServedRequest) async -> ServedResponse {
    var response = response
    // A cache must not give one page what was answered to another.
    response.head.headerFields[.vary] = "Origin"
    guard let origin = Self.origin(of: request), await isOwn(origin, request) else {
      return response
    }
    response.head.headerFields[.accessControlAllowOrigin] = origin
    // What a client has to read besides the body.
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

  /// The client a request says it is from. That it is, was checked with the request; what is decided here is
  /// only who may read the answer.
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

  /// The page's origin; nil for one that has none to compare ("null").
  private static func origin(of request: ServedRequest) -> String? {
    let values = request.head.headerFields[values: .origin]
    guard values.count == 1, let origin = values.first,
      origin.hasPrefix("https://") || origin.hasPrefix("http://"),
      origin.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return origin
  }
}
