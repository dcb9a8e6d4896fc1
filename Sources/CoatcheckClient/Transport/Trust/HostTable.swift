// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// Values by `host`, for all its ports, or by `host:port`, which takes precedence.
///
/// A value is for its host and for no host below it.
package struct HostTable<Value: Sendable>: Sendable {
  private let values: [String: Value]

  /// Creates an empty table.
  package init() { values = [:] }

  /// Creates a table.
  ///
  /// - Parameter hosts: The values. An IPv6 address stands in brackets.
  /// - Throws: `misused` naming `hosts` when one of them is no host, such as an address with `https://` or
  ///   one with `*`: nothing would ever be found under it. Also when a host is there twice.
  package init(_ hosts: [String: Value]) throws(OAuthError) {
    var values: [String: Value] = [:]
    for (name, value) in hosts {
      guard let endpoint = try? Endpoint("https://\(name)/"), endpoint.path == "/",
        !name.contains("*"), !name.contains("/"), !name.contains("?")
      else {
        throw .misused("hosts", "One of them is not a host.")
      }
      let (host, port) = TrustRules.split(endpoint.authority)
      let bare = Self.withoutDot(host)
      guard values.updateValue(value, forKey: port.map { "\(bare):\($0)" } ?? bare) == nil else {
        throw .misused("hosts", "A host is listed twice.")
      }
    }
    self.values = values
  }

  /// The value for a host.
  ///
  /// - Parameter authority: The host in lower case, with a port or without.
  package subscript(authority: String) -> Value? {
    guard !values.isEmpty else { return nil }
    let (host, port) = TrustRules.split(authority)
    let name = Self.withoutDot(host)
    return values["\(name):\(port ?? 443)"] ?? values[name]
  }

  /// A name with a dot at its end is the same host.
  private static func withoutDot(_ host: String) -> String {
    host.hasSuffix(".") ? String(host.dropLast()) : host
  }
}

extension HostTable: Equatable where Value: Equatable {}
extension HostTable: Hashable where Value: Hashable {}
