// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// Adds no access token to requests. An `Authorization` field that the app has set is sent to its origin
/// only.
struct Unsigned: Authorizer {
  /// The app's own field.
  let field: String?

  var usesAccessToken: Bool { false }

  func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    request.headerFields[.authorization] = field
  }

  func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict { .accepted }
}

/// A transport that reports each request before it is sent.
struct WatchedTransport: HTTPTransport {
  let transport: any HTTPTransport
  let sees: @Sendable (HTTPRequest) -> Void

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    sees(request)
    return try await transport.send(request, body: body, limit: limit)
  }

  func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse {
    sees(request)
    return try await transport.open(request, body: body, limit: limit)
  }
}
