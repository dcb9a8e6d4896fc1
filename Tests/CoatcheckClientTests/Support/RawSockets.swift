// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TestKit

/// Sends bytes to a port of this machine and returns what comes back until the end.
enum RawClient {
  static func ask(_ port: Int, _ text: String) async throws -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "raw").async {
        continuation.resume(returning: RawSocket.connected(to: port)?.exchange(text) ?? "")
      }
    }
  }
}

/// A provider made of bytes: it answers each connection as it is told, on a thread of its own.
final class RawServer: Sendable {
  private final class Heard: Sendable {
    let requests = Mutex<[String]>([])
  }

  /// What it heard, one request each.
  private let heard = Heard()
  private let listener: RawSocket
  let port: Int

  /// - Parameter answer: Gets the head and the body of each request, and writes what it likes.
  init(_ answer: @escaping @Sendable (_ request: String, RawSocket) -> Void) throws {
    guard let (listener, port) = RawSocket.listening() else { throw CancellationError() }
    self.listener = listener
    self.port = port
    let heard = heard
    DispatchQueue(label: "raw-server").async {
      while let connection = listener.next() {
        DispatchQueue(label: "raw").async {
          let request = connection.request()
          heard.requests.withLock { $0.append(request) }
          answer(request, connection)
          connection.close()
        }
      }
    }
  }

  deinit { listener.close() }

  var requests: [String] { heard.requests.withLock { $0 } }
  var origin: String { "http://127.0.0.1:\(port)" }

  /// A server that answers every request with the same bytes.
  convenience init(always answer: String) throws {
    try self.init { _, connection in connection.write(Array(answer.utf8)) }
  }

  static func response(_ status: String, _ fields: [String] = [], body: String = "") -> String {
    (["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + fields)
      .joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}
