// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// Refuses requests to a server on this machine that name another host.
///
/// A page can have a name that its own DNS server lets point to 127.0.0.1 a moment later. For the browser, what is there is
/// then of the page's origin, and the page reads it. Such requests name the page's host.
package enum HostCheck {
  /// A responder that refuses them; the same one where the issuer is public, and others choose the name.
  ///
  /// - Parameters:
  ///   - issuer: The issuer. Only one with `http` is checked, which is on a loopback address.
  ///   - port: Where it listens.
  package static func responder(
    _ inner: @escaping Responder, issuer: String, port: Int
  ) -> Responder {
    let scheme = "http://"
    guard issuer.hasPrefix(scheme) else { return inner }
    let own = issuer.dropFirst(scheme.count).prefix { $0 != "/" }.lowercased()
    return { request in
      // A message without a host, of HTTP/1.0, is from no browser.
      guard let host = request.head.authority?.lowercased(), !host.isEmpty, host != own,
        !isLoopback(host, port)
      else { return await inner(request) }
      // "The 421 (Misdirected Request) status code indicates that the request was directed at a server that is unable or
      // unwilling to produce an authoritative response for the target URI."
      // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.20
      return .text(.misdirectedRequest, "This server is \(issuer).")
    }
  }

  /// Whether a host is a loopback address in digits, with our port.
  private static func isLoopback(_ host: String, _ port: Int) -> Bool {
    let suffix = ":\(port)"
    guard host.hasSuffix(suffix) else { return port == 80 && isLoopback(host + suffix, port) }
    var name = host.dropLast(suffix.count)
    if name.hasPrefix("["), name.hasSuffix("]") {
      name = name.dropFirst().dropLast()
      return IPAddress(String(name)).map { $0 == IPAddress("::1") } ?? false
    }
    return IPAddress(String(name)).map { $0.bytes.count == 4 && $0.bytes[0] == 127 } ?? false
  }
}
