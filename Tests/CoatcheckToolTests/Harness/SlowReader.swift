// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server on loopback that waits before it reads a request, and then responds with `200`.
final class SlowReader: Sendable {
  private let listener: LoopbackListener
  private let counted = Mutex(0)

  /// - Parameter milliseconds: How long it waits before it reads the body.
  init(milliseconds: UInt32) throws {
    listener = try LoopbackListener()
    listener.serve { [weak self] connection in
      usleep(milliseconds * 1000)
      self?.serve(connection)
      close(connection)
      return false
    }
  }

  var port: Int { listener.port }

  /// How many bytes of the body were received.
  var bodyBytes: Int { counted.withLock { $0 } }

  private func serve(_ connection: Int32) {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard recv(connection, &byte, 1, 0) == 1 else { return }
      head.append(byte)
    }
    let length = LoopbackListener.length(in: String(decoding: head, as: UTF8.self))
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while bodyBytes < length {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      counted.withLock { $0 += count }
    }
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8)
    _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
  }
}
