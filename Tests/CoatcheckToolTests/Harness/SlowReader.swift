// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A peer on loopback that leaves a request lying for a while, then reads it and answers `200`.
final class SlowReader: Sendable {
  let port: Int
  private let listener: Int32
  private let counted = Mutex(0)

  /// - Parameter milliseconds: how long nothing of the body is read.
  init(milliseconds: UInt32) throws {
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
    Thread.detachNewThread { [weak self] in
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      usleep(milliseconds * 1000)
      self?.serve(connection)
      close(connection)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// How many bytes of the body came.
  var bodyBytes: Int { counted.withLock { $0 } }

  private func serve(_ connection: Int32) {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard recv(connection, &byte, 1, 0) == 1 else { return }
      head.append(byte)
    }
    let length = String(decoding: head, as: UTF8.self).lowercased()
      .split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while bodyBytes < length ?? 0 {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      counted.withLock { $0 += count }
    }
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8)
    _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
  }
}
