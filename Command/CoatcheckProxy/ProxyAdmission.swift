// SPDX-License-Identifier: Apache-2.0
package import CoatcheckOAuth
import HTTPTypes
import NIOHTTP1

/// Decides which requests a proxy forwards: those of its user's programs, and none of a web page.
package struct ProxyAdmission: Sendable {
  /// The accepted values of the Host field, in lower case.
  let hosts: Set<String>
  /// The secret that a request has to send as its bearer token; nil where the permissions of the socket
  /// exclude other users.
  let secret: Secret?

  /// Creates the rules of a proxy.
  ///
  /// - Parameters:
  ///   - hosts: The accepted values of the Host field, in lower case, with the port where clients send it.
  ///   - secret: The secret that a request has to send as its bearer token; nil where the permissions of
  ///     the socket exclude other users.
  package init(hosts: Set<String>, secret: Secret?) {
    self.hosts = hosts
    self.secret = secret
  }

  /// Refuses a request that may not be forwarded.
  func check(_ head: HTTPRequestHead) throws(ProxyRefusal) {
    // "The CONNECT method requests that the recipient establish a tunnel"; this is a proxy for one server.
    // https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6
    guard head.method != .CONNECT, head.method != .TRACE else {
      throw ProxyRefusal(.methodNotAllowed, "The proxy does not take \(head.method.rawValue).")
    }
    try checkHost(head.headers["Host"])
    try checkOrigin(head)
    try checkSecret(head.headers["Authorization"])
  }

  /// Checks the Host field: a web page whose host name resolves to this machine sends that name (DNS
  /// rebinding).
  private func checkHost(_ values: [String]) throws(ProxyRefusal) {
    // "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a Host header
    // field and to any request message that contains more than one Host header field line"
    // https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    guard values.count == 1, let host = values.first?.lowercased() else {
      throw ProxyRefusal(.badRequest, "A request has one Host field.")
    }
    guard hosts.contains(host) else {
      throw ProxyRefusal(.misdirectedRequest, "The proxy does not have this name.")
    }
  }

  /// Refuses requests of web pages: browsers send these fields with them, other programs do not.
  private func checkOrigin(_ head: HTTPRequestHead) throws(ProxyRefusal) {
    let fields = ["Origin", "Access-Control-Request-Method", "Access-Control-Request-Headers"]
    let isFetched = head.headers["Sec-Fetch-Site"].contains { $0 != "none" }
    guard !isFetched, !fields.contains(where: head.headers.contains) else {
      throw ProxyRefusal(.forbidden, "The proxy is not for web pages.")
    }
  }

  private func checkSecret(_ values: [String]) throws(ProxyRefusal) {
    guard let secret else { return }
    let scheme = "bearer "
    guard values.count == 1, let value = values.first, value.lowercased().hasPrefix(scheme),
      Secret(String(value.dropFirst(scheme.count))).matches(secret)
    else {
      throw ProxyRefusal(.unauthorized, "The proxy wants its secret as the bearer token.")
    }
  }
}
