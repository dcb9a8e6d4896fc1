// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A connection on which a test sends and reads any amount of data. It never blocks.
public final class SlowPeer {
  private let connection: Int32
  /// How many bytes were sent.
  public private(set) var sent = 0

  /// Connects; nil if that fails.
  public init?(port: Int) {
    guard let connection = Self.connected(to: port) else { return nil }
    self.connection = connection
  }

  /// A socket that is connected to a port of this machine; nil if that fails.
  public static func connected(to port: Int) -> Int32? {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if !isConnected { close(connection) }
    return isConnected ? connection : nil
  }

  deinit { close(connection) }

  /// Sends as much as the socket accepts now.
  public func send(_ text: String) {
    let bytes = Array(text.utf8)
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    sent += max(0, Glibc.send(connection, bytes, bytes.count, flags))
  }

  /// Ends this side of the connection: nothing more is sent.
  public func finish() { shutdown(connection, Int32(SHUT_WR)) }

  /// What the peer has sent since the last call.
  public func received() -> String { receive().text }

  /// What the peer has sent since the last call, and whether it has closed the connection after that.
  public func receive() -> (text: String, isClosed: Bool) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var all: [UInt8] = []
    while true {
      let count = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else {
        let isClosed = count == 0 || errno != EAGAIN && errno != EINTR
        return (String(decoding: all, as: UTF8.self), isClosed)
      }
      all += bytes[..<count]
    }
  }

  /// Whether the peer has closed the connection; data that it sent before is discarded.
  public func isClosed() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 { continue }
      return count == 0 || errno != EAGAIN && errno != EINTR
    }
  }

  /// Whether the peer has reset the connection, without reading from it.
  public func isReset() -> Bool {
    var state = pollfd(fd: connection, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1
  }

  /// Raises this process's limit of open files to its maximum.
  public static func allowMany() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
