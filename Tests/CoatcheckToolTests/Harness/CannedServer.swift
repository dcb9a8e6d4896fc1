// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server on loopback that sends every request the same response, on request only after ``release()``.
final class CannedServer: Sendable {
  private struct State {
    var requests: [String] = []
    var isOpen: Bool
  }

  let port: Int
  private let listener: LoopbackListener
  private let reply: [UInt8]
  private let state: Mutex<State>

  /// - Parameters:
  ///   - json: The body; `{served}` in it becomes the address of this server.
  ///   - missing: How many bytes of the announced body are not sent.
  ///   - held: Whether responses wait for ``release()``.
  init(status: String = "200 OK", json: String, missing: Int = 0, held: Bool = false) throws {
    state = Mutex(State(isOpen: !held))
    listener = try LoopbackListener()
    port = listener.port
    let body = json.replacing("{served}", with: "http://127.0.0.1:\(port)")
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: application/json", "Cache-Control: no-store",
      "Content-Length: \(body.utf8.count + missing)", "Connection: close", "", "",
    ]
    reply = Array((head.joined(separator: "\r\n") + body).utf8)
    listener.serve { [weak self] connection in
      guard let self else { return false }
      Thread.detachNewThread { self.serve(connection) }
      return true
    }
  }

  /// The requests so far, as they were received.
  var requests: [String] { state.withLock { $0.requests } }

  /// Sends the responses that are held.
  func release() { state.withLock { $0.isOpen = true } }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8192)
    while !Self.isComplete(bytes) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      bytes += buffer[..<count]
    }
    state.withLock { $0.requests.append(String(decoding: bytes, as: UTF8.self)) }
    while !state.withLock({ $0.isOpen }) { usleep(2000) }
    LoopbackListener.send(reply, to: connection)
  }

  private static func isComplete(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    return text[end.upperBound...].utf8.count
      >= LoopbackListener.length(in: text[..<end.lowerBound])
  }
}
