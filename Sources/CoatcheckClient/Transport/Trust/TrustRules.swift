// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Which certificates are trusted, for each host.
///
/// ```swift
/// let trust = try TrustRules([
///   "id.example": .system(and: [.publicKey("sha256//…"), .publicKey("sha256//…")]),
///   "test.example:8443": .pinned([.certificate(der: certificate)]),
/// ])
/// let transport = AsyncHTTPTransport(trust: trust)
/// ```
///
/// A rule holds for its host and for no host below it. Every request is judged by the host that it goes to,
/// so a redirect to another host is judged by the rule of that host.
public struct TrustRules: Sendable, Hashable {
  private let hosts: HostTable<HostTrust>

  /// The trust of the system, for every host.
  public static let system = TrustRules()

  private init() { hosts = HostTable() }

  /// Creates rules for some hosts; for the others the system decides.
  ///
  /// - Parameter hosts: The rules by `host`, for all its ports, or `host:port`, which takes precedence. An
  ///   IPv6 address stands in brackets.
  /// - Throws: `misused` naming `hosts` when one of them is not a host, such as an address with `https://`
  ///   or one with `*`: such a rule would never hold. Also when a host has two rules.
  public init(_ hosts: [String: HostTrust]) throws(OAuthError) {
    self.hosts = try HostTable(hosts)
  }

  /// The rule for a host; nil where the system decides.
  ///
  /// - Parameter authority: The host in lower case, with a port or without.
  package func rule(for authority: String) -> HostTrust? { hosts[authority] }

  /// Splits an authority into host and port.
  package static func split(_ authority: String) -> (host: String, port: Int?) {
    guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
      return (authority, nil)
    }
    return (String(authority[..<colon]), Int(authority[colon...].dropFirst()))
  }
}
