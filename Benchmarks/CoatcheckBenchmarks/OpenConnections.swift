// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Many open connections to one server, which send their requests at the same time.
struct OpenConnections {
  let sockets: [Int32]
  let host: String

  /// - Parameter issuer: `http://` and the address and port of this machine.
  init(_ count: Int, to issuer: String) throws {
    host = String(issuer.dropFirst("http://".count))
    guard let port = host.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw Failure(text: "no port in \(issuer)")
    }
    // The default limit of open files is lower.
    try Self.raiseLimit(to: count + 1_000)
    sockets = try (0..<count).map { _ in try Self.connected(to: port) }
  }

  private static func raiseLimit(to count: Int) throws {
    #if canImport(Darwin)
      let files = RLIMIT_NOFILE
    #else
      let files = Int32(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    getrlimit(files, &limit)
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(count)))
    guard setrlimit(files, &limit) == 0 else { throw Failure(text: "too few files may be open") }
  }

  private static func connected(to port: UInt16) throws -> Int32 {
    #if canImport(Darwin)
      let end = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(end, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard end >= 0, result == 0 else { throw Failure(text: "cannot connect: \(errno)") }
    return end
  }

  /// Sends one request on each connection, and then reads the responses.
  func request(_ path: String) throws {
    let text = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    for end in sockets { try Self.send(text, on: end) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for end in sockets {
      guard recv(end, &buffer, buffer.count, 0) > 0, buffer.starts(with: "HTTP/1.1 200".utf8) else {
        throw Failure(text: "\(path): no answer")
      }
    }
  }

  static func send(_ text: String, on end: Int32) throws {
    let count = text.utf8.count
    guard text.withCString({ Foundation.send(end, $0, count, 0) }) == count else {
      throw Failure(text: "cannot send: \(errno)")
    }
  }

  func close() { for end in sockets { Foundation.close(end) } }
}
