// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The system's transport with two minutes and a connection for each answer: real passwords take long on a busy machine.
struct PatientTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    var limit = limit
    limit.deadline = .seconds(120)
    // A connection that is kept may be closed by the server at the moment it is used again.
    var request = request
    request.headerFields[.connection] = "close"
    return try await Transports.system.send(request, body: body, limit: limit)
  }
}
