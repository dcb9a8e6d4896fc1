// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The transport of this platform, which records the deadline of each request.
final class NotingTransport: HTTPTransport {
  private let noted = Mutex<[(path: String, deadline: Duration)]>([])

  var deadlines: [(path: String, deadline: Duration)] { noted.withLock { $0 } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    noted.withLock { $0.append((request.path ?? "", limit.deadline)) }
    return try await Transports.system.send(request, body: body, limit: limit)
  }

  func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse {
    noted.withLock { $0.append((request.path ?? "", limit.deadline)) }
    return try await Transports.system.open(request, body: body, limit: limit)
  }
}
