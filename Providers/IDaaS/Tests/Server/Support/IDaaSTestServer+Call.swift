// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSTesting
import TestKit

extension IDaaSTestServer {
  /// A response.
  typealias Response = (head: HTTPResponse, body: Data)

  /// The transport of the requests: the system's one, unless a test is behind a proxy.
  @TaskLocal static var way: any HTTPTransport = Transports.system

  /// Calls the interface with the fields of an app. An empty field is left out.
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject? = nil,
    _ fields: [String: String] = [:], device: String = "phone-1", client: String = "app"
  ) async throws -> Response {
    var all = [
      "X-client-id": client, "X-operating-sys-version": "iOS 18", "X-device-fingerprint": device,
      "X-agent": "tests",
    ]
    if body != nil { all["Content-Type"] = "application/json" }
    return try await send(
      method, path, Data(body?.serialized() ?? []),
      all.merging(fields) { $1 }.filter { !$0.value.isEmpty })
  }

  /// Sends a request with exactly these fields.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: Data, _ fields: [String: String]
  ) async throws -> Response {
    var head = HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path)
    for (name, value) in fields { head.headerFields[try #require(HTTPField.Name(name))] = value }
    return try await Self.way.send(
      head, body: body, limit: ResponseLimit(bytes: 1 << 20, deadline: .seconds(120)))
  }
}
