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

  /// The reason why no socket can listen.
  enum ListeningFailure: Error {
    /// The machine has no such address.
    case noAddress
    /// The port is taken, or must not be used.
    case portUnavailable
  }

  /// A socket that listens on a port of an address, and the port.
  static func listening(
    at address: LoopbackAddress, port: UInt16
  ) throws(ListeningFailure) -> (OpenSocket, port: UInt16) {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let descriptor = socket(address.family, type, 0)
    guard descriptor >= 0 else {
      throw errno == EAFNOSUPPORT ? .noAddress : .portUnavailable
    }
    let socket = OpenSocket(descriptor)
    socket.prepare()
    if port > 0 {
      // Closed connections of the last sign-in would block a registered port for a minute (TIME_WAIT).
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    return try address.withAddress(port: port) { address, length in
      guard bind(descriptor, address, length) == 0 else {
        return Result<(OpenSocket, port: UInt16), ListeningFailure>
          .failure(errno == EADDRNOTAVAIL ? .noAddress : .portUnavailable)
      }
      var length = length
      guard listen(descriptor, 64) == 0, getsockname(descriptor, address, &length) == 0 else {
        return .failure(.portUnavailable)
      }
      // The port is at the same offset in the addresses of both families.
      let bytes = UnsafeRawPointer(address)
      let bound =
        UInt16(bytes.load(fromByteOffset: 2, as: UInt8.self)) << 8
        | UInt16(bytes.load(fromByteOffset: 3, as: UInt8.self))
      return .success((socket, bound))
    }.get()
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

  /// Sets the options: closed in child processes such as the browser, non-blocking, and without SIGPIPE
  /// when the peer has closed the connection.
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

  /// Sends as many bytes as possible without blocking, and returns their number; nil when the peer has
  /// closed the connection.
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

  /// Closes the sending side of the connection.
  func endSending() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }
}

// Inside of a type with a method `send`, the name does not mean the function of the C library.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int
{
  send(descriptor, bytes.baseAddress, bytes.count, flags)
}
