// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// Names on the user's terminal a server that has not responded for a second.
struct WaitingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let display: WaitingDisplay

  init(_ transport: any HTTPTransport, showing display: WaitingDisplay) {
    self.transport = transport
    self.display = display
  }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let waiting = display.begin(request.authority ?? "the server")
    defer { display.end(waiting) }
    return try await transport.send(request, body: body, limit: limit)
  }

  // A streamed transfer has a progress bar instead.
  func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse {
    try await transport.open(request, body: body, limit: limit)
  }
}
