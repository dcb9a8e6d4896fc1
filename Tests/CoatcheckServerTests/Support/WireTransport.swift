// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A transport for the scripted browser that uses a ``Wire``.
struct WireTransport: HTTPTransport {
  let wire: Wire

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    do {
      let reply = try await wire.send(
        request.method.rawValue, request.path ?? "/",
        request.headerFields.map { ($0.name.rawName, $0.value) },
        body: body.isEmpty && request.method != .post
          ? nil : String(decoding: body, as: UTF8.self))
      var head = HTTPResponse(status: HTTPResponse.Status(code: reply.status))
      for (name, value) in reply.fields {
        if let name = HTTPField.Name(name) {
          head.headerFields.append(HTTPField(name: name, value: value))
        }
      }
      return (head, Data(reply.body.utf8))
    } catch {
      throw .unreachable(.connectionFailed, "the wire broke")
    }
  }
}
