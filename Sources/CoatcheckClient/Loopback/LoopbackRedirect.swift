// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// A redirect URI that leads to a port of this machine.
struct LoopbackRedirect: Sendable {
  /// The redirect URI without its path.
  let origin: String
  /// Where to listen: each address has to be free, but for one that the machine does not have.
  let addresses: [LoopbackAddress]
  /// The port.
  let port: UInt16
  /// The path of the callback's request.
  let path: String
  /// What a browser sends as `Host`.
  private let hosts: Set<String>

  /// A redirect URI; nil when it is not `http` and at an address of this machine.
  ///
  /// RFC 8252 §7.3: "Loopback redirect URIs use the "http" scheme and are constructed with the
  /// loopback IP literal". §8.3 says of localhost that it "is NOT RECOMMENDED", and it is what many have
  /// registered.
  init?(_ text: String) {
    guard let parts = URIParts(text), parts.scheme == "http", let authority = parts.authority,
      authority.isLoopback, authority.userInfo == nil, parts.fragment == nil,
      let port = UInt16(exactly: authority.port ?? 80), port > 0
    else { return nil }
    origin = "http://\(authority.text)"
    self.port = port
    addresses = LoopbackAddress.all(of: authority.host)
    path = parts.path.isEmpty ? "/" : parts.path
    // RFC 9110 §4.2.1: "If the port subcomponent is empty or not given, TCP port 80".
    hosts = Set(["\(authority.host):\(port)"]).union(port == 80 ? [authority.host] : [])
  }

  /// Whether a request was sent to this address, and not to a name elsewhere that was resolved to this
  /// machine.
  func isHost(_ host: String?) -> Bool { host.map { hosts.contains($0.lowercased()) } ?? false }

  /// The whole address that the browser was sent to.
  ///
  /// - Parameter target: The target of its request.
  func callback(_ target: String) -> String { origin + target }
}
