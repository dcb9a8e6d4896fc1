// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TestKit

/// Sends bytes to a port of this machine and returns all bytes until the connection ends.
enum RawClient {
  static func ask(_ port: Int, _ text: String) async throws -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "raw").async {
        continuation.resume(returning: RawSocket.connected(to: port)?.exchange(text) ?? "")
      }
    }
  }
}

/// A server of bytes: it serves each connection on a thread of its own.
final class RawServer: Sendable {
  private let received: Log<String>
  private let listener: RawSocket
  let port: Int

  private init(
    _ received: Log<String> = Log(), serving serve: @escaping @Sendable (RawSocket) -> Void
  ) throws {
    guard let (listener, port) = RawSocket.listening() else { throw CancellationError() }
    self.received = received
    self.listener = listener
    self.port = port
    DispatchQueue(label: "raw-server").async {
      while let connection = listener.next() {
        DispatchQueue(label: "raw").async {
          serve(connection)
          connection.close()
        }
      }
    }
  }

  /// - Parameter answer: Gets the head and the body of each request, and writes the response.
  convenience init(_ answer: @escaping @Sendable (_ request: String, RawSocket) -> Void) throws {
    let received = Log<String>()
    try self.init(received) { connection in
      let request = connection.request()
      received.add(request)
      answer(request, connection)
    }
  }

  /// A server that answers each request while its body is still being received.
  static func streaming(
    _ answer: @escaping @Sendable (StreamedRequest) -> Void
  ) throws -> RawServer {
    try RawServer(serving: { if let request = StreamedRequest($0) { answer(request) } })
  }

  deinit { listener.close() }

  /// The requests that it received; not those of a streaming server.
  var requests: [String] { received.entries }
  var origin: String { "http://127.0.0.1:\(port)" }

  func request(_ method: HTTPRequest.Method = .get, _ path: String = "/") -> HTTPRequest {
    HTTPRequest(method, to: origin + path)
  }

  /// A server that answers every request with the same bytes.
  convenience init(always answer: String) throws {
    try self.init { _, connection in connection.write(Array(answer.utf8)) }
  }

  static func response(_ status: String, _ fields: [String] = [], body: String = "") -> String {
    (["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + fields)
      .joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}
