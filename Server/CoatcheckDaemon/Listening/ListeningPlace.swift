// SPDX-License-Identifier: Apache-2.0

/// An address and a port to listen on.
struct ListeningPlace: Sendable, Equatable, CustomStringConvertible {
  let host: String
  let port: Int

  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `127.0.0.1:9464`, or `[::1]:9464`; nil for anything else.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65535).contains(port)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: port)
  }

  // An IPv6 address in a URI is in brackets: RFC 3986 §3.2.2.
  var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
