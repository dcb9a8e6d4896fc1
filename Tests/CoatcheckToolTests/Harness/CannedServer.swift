// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A peer on loopback that gives every request the same answer, if need be only once it is told to.
final class CannedServer: Sendable {
  private struct State {
    var requests: [String] = []
    var isOpen: Bool
  }

  let port: Int
  private let listener: Int32
  private let reply: [UInt8]
  private let state: Mutex<State>

  /// - Parameters:
  ///   - json: the body; `{served}` in it becomes this peer's own address.
  ///   - missing: how many bytes of the body that was announced never come.
  ///   - held: whether answers wait for ``release()``.
  init(status: String = "200 OK", json: String, missing: Int = 0, held: Bool = false) throws {
    state = Mutex(State(isOpen: !held))
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRINUSE) }
    port = Int(UInt16(bigEndian: address.sin_port))
    let body = json.replacing("{served}", with: "http://127.0.0.1:\(port)")
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: application/json", "Cache-Control: no-store",
      "Content-Length: \(body.utf8.count + missing)", "Connection: close", "", "",
    ]
    reply = Array((head.joined(separator: "\r\n") + body).utf8)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else { return }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The requests so far, as they came over the wire.
  var requests: [String] { state.withLock { $0.requests } }

  /// Lets the answers go.
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
    var rest = reply[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func isComplete(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let field = text[..<end.lowerBound].lowercased().split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }
    let length = field.flatMap {
      Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces))
    }
    return text[end.upperBound...].utf8.count >= length ?? 0
  }
}
