// SPDX-License-Identifier: Apache-2.0
public import Coatcheck

/// The system's transport with a limit of two minutes, and a connection for each request: hashing real
/// passwords takes long on a busy machine.
public struct PatientTransport: HTTPTransport {
  /// A client.
  public init() {}

  /// See ``HTTPTransport/send(_:body:limit:)``.
  public func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    var limit = limit
    limit.deadline = .seconds(120)
    // The server may close a kept connection just when it is used again.
    var request = request
    request.headerFields[.connection] = "close"
    return try await Transports.system.send(request, body: body, limit: limit)
  }
}
