// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// Refuses requests with another `Host` to a server on a loopback address (DNS rebinding).
///
/// The DNS server of a malicious page can let the name of the page resolve to 127.0.0.1. For the browser,
/// this server then has the origin of the page, and the page can read its responses. Such requests have the
/// host of the page.
package enum HostCheck {
  /// Wraps a responder with the check. The responder of a public issuer is returned unchanged.
  ///
  /// - Parameters:
  ///   - issuer: The issuer. Only `http` issuers are checked: these are on loopback addresses.
  ///   - port: The port of the server.
  package static func responder(
    _ inner: @escaping Responder, issuer: String, port: Int
  ) -> Responder {
    let scheme = "http://"
    guard issuer.hasPrefix(scheme) else { return inner }
    let own = issuer.dropFirst(scheme.count).prefix { $0 != "/" }.lowercased()
    return { request in
      // An HTTP/1.0 request without a host does not come from a browser.
      guard let host = request.head.authority?.lowercased(), !host.isEmpty, host != own,
        !isLoopback(host, port)
      else { return await inner(request) }
      // "The 421 (Misdirected Request) status code indicates that the request was directed at a server that is unable or
      // unwilling to produce an authoritative response for the target URI."
      // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.20
      return .text(.misdirectedRequest, "This server is \(issuer).")
    }
  }

  /// Whether a host is an IP address of the loopback interface, with the port of the server.
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
