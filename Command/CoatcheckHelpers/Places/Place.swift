// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand
import CoatcheckOAuth

/// Where a credential would be sent: a server, and a path there.
///
/// The text often comes from others than the user: the URL of a submodule, the `FROM` of a Dockerfile, the configuration
/// of a cluster. What cannot be read in exactly one way is therefore refused.
public struct Place: Sendable, Equatable {
  /// `https` or `http`; nil where a program names a server alone, and either may be meant.
  public let scheme: String?
  /// The host in lower case, with the port unless it is the scheme's own.
  public let authority: String
  /// The path without a slash at its end; empty for the whole server.
  public let path: String

  /// Reads the address of a server, with or without `https://` and a path. A query is left out.
  ///
  /// - Throws: A usage failure when it is no address, is plain HTTP and not on this machine, or has a user, a fragment, or
  ///   a path that leads elsewhere than it says.
  public init(_ address: String) throws(CommandFailure) {
    let hasScheme = address.contains("://")
    guard let parts = URIParts(hasScheme ? address : "https://" + address), parts.isWeb,
      let server = parts.authority, parts.fragment == nil
    else { throw Self.refused(address, "it is no address of a server") }
    guard server.userInfo == nil else { throw Self.refused(address, "it names a user") }
    // RFC 6750 §5.3: "Always use TLS (https) or equivalent transport security when making requests with bearer tokens."
    guard parts.scheme == "https" || server.isLoopback else {
      throw Self.refused(address, "it is plain HTTP, and not on this machine")
    }
    let segments = parts.path.split(separator: "/")
    guard segments.allSatisfy(Self.isPlain), !parts.path.contains("//") else {
      throw Self.refused(address, "its path has segments that lead elsewhere")
    }
    scheme = hasScheme || !server.isLoopback ? parts.scheme : nil
    let standard = parts.scheme == "https" ? 443 : 80
    authority = server.port == standard ? server.host : server.text
    path = segments.map { "/" + $0 }.joined()
  }

  /// The host without the port.
  public var host: String {
    // The colons of an IPv6 address stand in brackets.
    authority.hasSuffix("]")
      ? authority : authority.lastIndex(of: ":").map { String(authority[..<$0]) } ?? authority
  }

  /// Whether a rule for `self` holds for another place: the server is exactly the same, and the path is this one or below
  /// it.
  public func contains(_ other: Place) -> Bool {
    (scheme == nil || other.scheme == nil || scheme == other.scheme)
      && authority == other.authority
      && (path.isEmpty || other.path == path || other.path.hasPrefix(path + "/"))
  }

  /// Segments that servers may resolve, or decode before they resolve: `..`, `%2e%2e`, `a%2f..`, `a\..`.
  private static func isPlain(_ segment: Substring) -> Bool {
    let decoded = segment.lowercased().replacing("%2e", with: ".")
    return decoded != "." && decoded != ".." && !decoded.contains("%2f") && !decoded.contains("%5c")
  }

  private static func refused(_ address: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      .usage, "“\(UntrustedText.printable(address))” cannot get a credential: \(reason)",
      code: "invalid_place")
  }
}

extension Place: CustomStringConvertible {
  /// The address, as ``init(_:)`` reads it.
  public var description: String { "\(scheme.map { $0 + "://" } ?? "")\(authority)\(path)" }
}
