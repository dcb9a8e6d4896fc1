// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A listening socket on a free port of this machine.
final class LoopbackListener: Sendable {
  let port: Int
  private let listener: Int32

  init() throws {
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
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Accepts connections on a thread of its own, as long as the body returns true.
  func serve(_ body: @escaping @Sendable (_ connection: Int32) -> Bool) {
    Thread.detachNewThread { [listener] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, body(connection) else { return }
      }
    }
  }

  /// Sends all of the bytes; false when the other end takes no more.
  @discardableResult
  static func send(_ bytes: some Collection<UInt8>, to connection: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The `Content-Length` in the head of a request; 0 if it has none.
  static func length(in head: some StringProtocol) -> Int {
    let field = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
    return field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
  }
}
