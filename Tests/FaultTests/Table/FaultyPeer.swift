// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A proxy on loopback before a server. It forwards requests, unless a fault is set.
final class FaultyPeer: Sendable {
  /// The handling of one request.
  enum Conduct: Sendable {
    /// Forwards the request, and the response back.
    case forward
    /// Sends this response itself.
    case say(String)
    /// Resets the connection; the server receives nothing.
    case reset
    /// Forwards the request, and resets the connection instead of sending the response.
    case loseReply
    /// Sends half of the server's response.
    case half
    /// Keeps the connection open and sends nothing.
    case silence
    /// Sends the head of a response and then single bytes, without end.
    case dribble
  }

  private struct State {
    var conducts: [Conduct] = []
    var requests = 0
  }

  let port: Int
  private let server: Int
  private let listener: Int32
  private let state = Mutex(State())

  /// A proxy that does not listen yet: connections are refused.
  init(before server: Int) throws {
    self.server = server
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The number of requests that were received.
  var requests: Int { state.withLock { $0.requests } }

  /// Sets the handling of the next requests; the last one applies to all that follow.
  func behave(_ conducts: [Conduct]) { state.withLock { $0.conducts = conducts } }

  /// Begins to listen.
  func listen() {
    let listener = listener
    Glibc.listen(listener, 64)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else { return }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    guard let request = Self.message(from: connection, untilEnd: false) else { return }
    let conduct = state.withLock { state in
      state.requests += 1
      let first = state.conducts.first ?? .forward
      if state.conducts.count > 1 { state.conducts.removeFirst() }
      return first
    }
    switch conduct {
    case .forward: Self.write(answer(to: request), to: connection)
    case .say(let text): Self.write(Array(text.utf8), to: connection)
    case .reset: Self.reset(connection)
    case .loseReply:
      _ = answer(to: request)
      Self.reset(connection)
    case .half:
      let answer = answer(to: request)
      Self.write(Array(answer.prefix(answer.count - answer.count / 4)), to: connection)
    case .silence: Self.waitForEnd(of: connection)
    case .dribble:
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
      Self.write(Array(head.utf8), to: connection)
      // It continues until the client has closed the connection.
      while Self.write([UInt8(ascii: " ")], to: connection) { usleep(10_000) }
    }
  }

  /// The response of the server.
  private func answer(to request: [UInt8]) -> [UInt8] {
    let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(upstream) }
    var address = Self.address(server)
    let isConnected = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected, let line = request.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
    Self.write(
      request[...line] + Array("Connection: close\r\n".utf8) + request[(line + 1)...],
      to: upstream)
    return Self.message(from: upstream, untilEnd: true) ?? []
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = UInt16(port).bigEndian
    return address
  }

  /// A complete message, or all bytes up to the end of the connection.
  private static func message(from connection: Int32, untilEnd: Bool) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8192)
    while untilEnd || !isComplete(bytes) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return untilEnd ? bytes : nil }
      bytes += buffer[..<count]
    }
    return bytes
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

  @discardableResult
  private static func write(_ bytes: some Collection<UInt8>, to connection: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func reset(_ connection: Int32) {
    var hard = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
  }

  private static func waitForEnd(of connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }
}
