// SPDX-License-Identifier: Apache-2.0
public import Coatcheck

/// The system's transport with two minutes and a connection for each answer: real passwords take long on a busy machine.
public struct PatientTransport: HTTPTransport {
  /// A client.
  public init() {}

  /// See ``HTTPTransport/send(_:body:limit:)``.
  public func send(
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
