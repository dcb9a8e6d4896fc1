// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The system's transport with a deadline of one minute: hashing a password takes long in a debug build.
struct PatientTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    try await Transports.system.send(
      request, body: body, limit: ResponseLimit(bytes: limit.bytes, deadline: .seconds(60)))
  }
}
