// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket, closed at the latest when the last reference to it goes away.
final class OpenSocket: Sendable {
  let descriptor: Int32
  private let isClosed = Atomic(false)

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close() }

  /// Closes it. Nothing else may be called afterwards.
  func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #endif
  }

  /// A socket that listens on a port of 127.0.0.1, and the port; nil when that is not possible.
  static func listening(on port: UInt16) -> (OpenSocket, port: UInt16)? {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { return nil }
    let socket = OpenSocket(descriptor)
    socket.prepare()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    return isBound ? (socket, UInt16(bigEndian: address.sin_port)) : nil
  }

  /// Two sockets connected with each other.
  static func pair() -> (OpenSocket, OpenSocket)? {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    var descriptors: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, type, 0, &descriptors) == 0 else { return nil }
    let (one, other) = (OpenSocket(descriptors[0]), OpenSocket(descriptors[1]))
    one.prepare()
    other.prepare()
    return (one, other)
  }

  /// The next connection; nil if no connection is waiting.
  func accepted() -> OpenSocket? {
    let descriptor = accept(descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    let socket = OpenSocket(descriptor)
    socket.prepare()
    return socket
  }

  /// Not inherited by the browser that is started, never waiting, and no signal when the peer is
  /// gone.
  private func prepare() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Bytes that have arrived; empty at the end, nil if none have arrived yet.
  func received(atMost count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &buffer, count, 0)
    if received < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
    return Array(buffer[..<received])
  }

  /// Sends what can be sent at once, and says how many bytes that were; nil when the peer is gone.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let sent = bytes.withUnsafeBytes { sendBytes(descriptor, $0, flags) }
    if sent < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
    return sent
  }

  /// Says that nothing more will be sent.
  func endSending() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }
}

// Inside a type with a function `send`, the system's is not found by its name.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int
{
  send(descriptor, bytes.baseAddress, bytes.count, flags)
}
