// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The transport of this platform, which gives a response a moment only.
struct ImpatientTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    var limit = limit
    limit.deadline = .milliseconds(20)
    return try await Transports.system.send(request, body: body, limit: limit)
  }
}
