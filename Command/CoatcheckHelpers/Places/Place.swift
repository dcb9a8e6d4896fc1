// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand
import CoatcheckOAuth

/// Where a credential would be sent: a server, and a path there.
///
/// The text often comes from others than the user: the URL of a submodule, the `FROM` of a Dockerfile, the configuration
/// of a cluster. What cannot be read in exactly one way is therefore refused.
public struct Place: Sendable, Equatable {
  /// `https` or `http`; nil for a server on this machine without a scheme, where either may be meant.
  public let scheme: String?
  /// The host in lower case, with the port unless it is the scheme's own.
  public let authority: String
  /// The path without a slash at its end; empty for the whole server.
  public let path: String

  /// Parses the address of a server, with or without `https://` and a path. A query is left out.
  ///
  /// - Parameter address: For example `https://git.example/team` or `registry.example:5000`.
  /// - Throws: A failure with `ExitStatus.usage` and the code `invalid_place` when the text is not an
  ///   address, is plain HTTP and not on this machine
  ///   ([RFC 6750 §5.3](https://www.rfc-editor.org/rfc/rfc6750#section-5.3)), has a user or a fragment, or
  ///   when its path has segments such as `..`, encoded slashes or empty segments, which may lead
  ///   elsewhere.
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

  /// Whether a rule for this place also decides for another one: the server is exactly the same, and the
  /// other path is this path or below it. A place without a scheme contains both schemes.
  public func contains(_ other: Place) -> Bool {
    (scheme == nil || other.scheme == nil || scheme == other.scheme)
      && authority == other.authority
      && (path.isEmpty || other.path == path || other.path.hasPrefix(path + "/"))
  }

  /// False for a segment that a server may resolve, or decode and then resolve: `..`, `%2e%2e`, `a%2f..`,
  /// `a\..`.
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
