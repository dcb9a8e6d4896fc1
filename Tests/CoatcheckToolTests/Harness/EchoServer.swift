// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server on loopback that sends the body of each request back, while it comes in.
final class EchoServer: Sendable {
  let port: Int
  private let listener: LoopbackListener

  init() throws {
    listener = try LoopbackListener()
    port = listener.port
    listener.serve { connection in
      Thread.detachNewThread { Self.serve(connection) }
      return true
    }
  }

  private static func serve(_ connection: Int32) {
    defer { close(connection) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    func receive() -> ArraySlice<UInt8>? {
      let count = recv(connection, &buffer, buffer.count, 0)
      return count > 0 ? buffer[..<count] : nil
    }
    let end = Array("\r\n\r\n".utf8)
    while bytes.firstRange(of: end) == nil {
      guard let more = receive() else { return }
      bytes += more
    }
    guard let range = bytes.firstRange(of: end) else { return }
    let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    let length = LoopbackListener.length(in: head)
    let lines = [
      "HTTP/1.1 200 OK", "Content-Type: application/octet-stream", "Content-Length: \(length)",
      "X-Method: \(head.prefix { $0 != " " })", "Connection: close", "", "",
    ]
    var received = bytes[range.upperBound...]
    var left = length
    let answer = lines.joined(separator: "\r\n").utf8
    guard LoopbackListener.send(answer, to: connection) else { return }
    while left > 0 {
      guard LoopbackListener.send(received, to: connection) else { return }
      left -= received.count
      guard left > 0 else { break }
      guard let more = receive() else { return }
      received = more
    }
    // Closes only the output first: a close could discard data that a slow peer has not read.
    shutdown(connection, Int32(SHUT_WR))
    while receive() != nil {}
  }
}
