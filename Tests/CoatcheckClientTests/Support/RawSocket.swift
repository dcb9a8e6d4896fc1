// SPDX-License-Identifier: Apache-2.0

import TestKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A blocking TCP socket on the loopback address, for use on its own thread.
final class RawSocket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { closeDescriptor(descriptor) }

  /// Ends both directions, which wakes a thread that waits in accept or recv. The descriptor is closed only
  /// when no reference to the socket is left, because its number can be reused from then on.
  func close() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private static func make() -> RawSocket {
    #if canImport(Glibc)
      RawSocket(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    #else
      RawSocket(socket(AF_INET, SOCK_STREAM, 0))
    #endif
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return address
  }

  static func listening() -> (RawSocket, port: Int)? {
    let made = make()
    var address = loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(made.descriptor, $0, length) == 0 && listen(made.descriptor, 64) == 0
          && getsockname(made.descriptor, $0, &length) == 0
      }
    }
    return isBound ? (made, Int(UInt16(bigEndian: address.sin_port))) : nil
  }

  static func connected(to port: Int) -> RawSocket? {
    let made = make()
    var address = loopback(port)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(made.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    return isConnected ? made : nil
  }

  func next() -> RawSocket? {
    let accepted = accept(descriptor, nil, nil)
    return accepted >= 0 ? RawSocket(accepted) : nil
  }

  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// One request: the head, and as much of the body as it announces.
  func request() -> String {
    var bytes: [UInt8] = []
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let announced = text.lowercased().firstMatch(of: /content-length: (\d+)/)
          .flatMap { Int($0.output.1) }
        if text[end.upperBound...].utf8.count >= announced ?? 0 { return text }
      }
      let more = read()
      if more.isEmpty { return text }
      bytes += more
    }
  }

  /// Writes bytes, and returns whether the peer still accepts them.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether the peer has not closed the connection.
  func isOpen() -> Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count > 0 || (count < 0 && errno == EAGAIN)
  }

  func exchange(_ text: String) -> String {
    guard write(Array(text.utf8)) else { return "" }
    var answer: [UInt8] = []
    while true {
      let more = read()
      if more.isEmpty { return String(decoding: answer, as: UTF8.self) }
      answer += more
    }
  }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
