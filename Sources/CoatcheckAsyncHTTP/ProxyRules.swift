// SPDX-License-Identifier: Apache-2.0

/// Which requests go through a proxy.
///
/// Only `https` requests do: plain `http` is for this machine, and this machine is never reached through
/// a proxy.
public struct ProxyRules: Sendable, Hashable {
  /// An HTTP proxy that is requested with `CONNECT`, so that it does not see what is sent.
  public struct Proxy: Sendable, Hashable {
    /// The host name or address of the proxy, without a port.
    public let host: String
    /// The port of the proxy, from 1 to 65535.
    public let port: Int

    /// Creates the address of a proxy.
    ///
    /// - Parameters:
    ///   - host: The host name or address of the proxy, without a scheme and without a port.
    ///   - port: The port of the proxy, from 1 to 65535.
    public init(host: String, port: Int) {
      self.host = host
      self.port = port
    }
  }

  /// The proxy; nil for direct connections.
  public let proxy: Proxy?
  /// The hosts that are reached directly, as in `no_proxy`.
  private let exceptions: [String]

  /// No proxy: all connections are direct.
  public static let direct = ProxyRules(proxy: nil)

  /// Creates rules with a proxy for all hosts but the exceptions.
  ///
  /// - Parameters:
  ///   - proxy: The proxy; nil for direct connections.
  ///   - exceptions: Hosts that are reached directly, with their subdomains, each with or without a
  ///     port; `*` is every host.
  public init(proxy: Proxy?, exceptions: [String] = []) {
    self.proxy = proxy
    self.exceptions = exceptions.map {
      $0.lowercased().hasPrefix(".") ? String($0.lowercased().dropFirst()) : $0.lowercased()
    }
  }

  /// Creates rules from environment variables: the proxy that `https_proxy`, `HTTPS_PROXY`, `all_proxy`
  /// or `ALL_PROXY` names (in this order), and the exceptions in `no_proxy` or `NO_PROXY`.
  ///
  /// A value that is not `host:port` or `http://host:port` is ignored, since no proxy with a password
  /// or of another kind is supported.
  ///
  /// - Parameter variable: Returns the value of an environment variable; nil if it is not set.
  public init(variable: (String) -> String?) {
    let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    let value = names.compactMap(variable).first { !$0.isEmpty }
    let exceptions = variable("no_proxy") ?? variable("NO_PROXY") ?? ""
    self.init(
      proxy: value.flatMap(Self.read),
      exceptions: exceptions.split { $0 == "," || $0 == " " }.map(String.init))
  }

  private static func read(_ value: String) -> Proxy? {
    var rest = value[...]
    if let scheme = rest.firstRange(of: "://") {
      guard rest[..<scheme.lowerBound].lowercased() == "http" else { return nil }
      rest = rest[scheme.upperBound...]
    }
    rest = rest.prefix { $0 != "/" }
    guard !rest.contains("@"), let colon = rest.lastIndex(of: ":"),
      let port = Int(rest[rest.index(after: colon)...]), (1...65535).contains(port)
    else { return nil }
    let host = rest[..<colon]
    return host.isEmpty ? nil : Proxy(host: String(host), port: port)
  }

  /// The proxy for a request, if it goes through one.
  ///
  /// - Parameters:
  ///   - scheme: `https` or `http`.
  ///   - authority: The host in lower case, with a port or without.
  func proxy(forScheme scheme: String, authority: String) -> Proxy? {
    guard scheme == "https", let proxy else { return nil }
    let port = authority.lastIndex(of: ":").flatMap { colon in
      authority[colon...].dropFirst().allSatisfy(\.isNumber) ? colon : nil
    }
    let host = port.map { String(authority[..<$0]) } ?? authority
    guard host != "localhost", host != "[::1]", !host.hasPrefix("127.") else { return nil }
    let isExcepted = exceptions.contains { exception in
      exception == "*" || exception == host || exception == authority
        || host.hasSuffix("." + exception)
    }
    return isExcepted ? nil : proxy
  }
}
