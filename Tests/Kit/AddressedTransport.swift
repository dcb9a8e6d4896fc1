// SPDX-License-Identifier: Apache-2.0
public import Coatcheck
import Dispatch
public import TestSupport

/// Sends HTTP/1.1 requests from a given address of this machine, each on a connection of its own. To the
/// server, 127.0.0.2 is another client than 127.0.0.3.
public struct AddressedTransport: HTTPTransport {
  private let address: String
  private let host: String
  private let port: Int
  private let fields: [(String, String)]
  private let prelude: [UInt8]

  /// A client.
  ///
  /// - Parameters:
  ///   - address: The source address, in 127.0.0.0/8 unless the host is elsewhere.
  ///   - port: The port that it connects to, whatever the URL of the request names.
  ///   - host: The address of that port.
  ///   - fields: Header fields that it adds to each request, in this order.
  ///   - prelude: Bytes that it sends before each request.
  public init(
    from address: String, to port: Int, at host: String = "127.0.0.1",
    fields: [(String, String)] = [], prelude: [UInt8] = []
  ) {
    self.address = address
    self.host = host
    self.port = port
    self.fields = fields
    self.prelude = prelude
  }

  /// See ``HTTPTransport/send(_:body:limit:)``. An end of the connection without a response is `connectionFailed`.
  public func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    var lines = ["\(request.method.rawValue) \(request.path ?? "/") HTTP/1.1"]
    lines.append("Host: \(request.authority ?? "127.0.0.1:\(port)")")
    lines += request.headerFields.map { "\($0.name.rawName): \($0.value)" }
    lines += fields.map { "\($0.0): \($0.1)" }
    lines += ["Connection: close"]
    if request.method != .get { lines.append("Content-Length: \(body.count)") }
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n"
    let bytes = await exchange(prelude + Array(text.utf8) + Array(body))
    guard let response = Self.response(bytes) else {
      throw .unreachable(.connectionFailed, "the connection ended without a response")
    }
    return response
  }

  /// Sends bytes, and returns everything that the peer sends until it closes, for at most two minutes.
  public func exchange(_ bytes: [UInt8]) async -> [UInt8] {
    await withCheckedContinuation { continuation in
      // A dispatch queue of its own has its own thread; the global queue has too few threads for blocking
      // calls.
      DispatchQueue(label: "client").async {
        continuation.resume(returning: exchangeNow(bytes))
      }
    }
  }

  private func exchangeNow(_ bytes: [UInt8]) -> [UInt8] {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(connection) }
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    guard Self.call(bind, connection, address, 0) == 0,
      Self.call(connect, connection, host, port) == 0
    else { return [] }
    // A server that refuses early may close the connection before everything is written.
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var (received, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return received }
      received += buffer[..<count]
    }
  }

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ connection: Int32,
    _ address: String, _ port: Int
  ) -> Int32 {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    place.sin_addr.s_addr = inet_addr(address)
    return withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Parses a response; nil if the bytes are not one.
  private static func response(_ bytes: [UInt8]) -> (head: HTTPResponse, body: Data)? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(
      separatedBy: "\r\n")
    guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    var head = HTTPResponse(status: HTTPResponse.Status(code: status))
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
      head.headerFields.append(
        HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
    }
    return (head, Data(bytes[end.upperBound...]))
  }
}
