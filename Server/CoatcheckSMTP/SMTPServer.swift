// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// A mail server that takes messages and passes them on: where it is, and how a client gets in.
///
/// [RFC 6409](https://www.rfc-editor.org/rfc/rfc6409).
public struct SMTPServer: Sendable {
  /// How the connection is protected.
  public enum Security: String, Sendable, CaseIterable {
    /// TLS from the first byte on; port 465 unless another one is named.
    /// [RFC 8314 §3.3](https://www.rfc-editor.org/rfc/rfc8314#section-3.3)
    case implicit
    /// TLS after `STARTTLS`; port 587 unless another one is named. A server that does not offer it gets no message.
    /// [RFC 3207](https://www.rfc-editor.org/rfc/rfc3207)
    case startTLS = "starttls"
    /// No TLS: every program on the way reads and changes the messages. Only loopback addresses are reached like this,
    /// without credentials; port 25 unless another one is named.
    case none

    var usualPort: Int {
      switch self {
      case .implicit: 465
      case .startTLS: 587
      case .none: 25
      }
    }
  }

  /// The account at the server.
  public struct Credentials: Sendable {
    let username: String
    let password: Secret

    /// Names an account.
    public init(username: String, password: Secret) {
      self.username = username
      self.password = password
    }
  }

  /// The host name, which its certificate has to be made for; or an address.
  public var host: String
  /// The port.
  public var port: Int
  /// How the connection is protected.
  public var security: Security
  /// The account; nil for a server that takes messages without one.
  public var credentials: Credentials?
  /// The authorities that its certificate may be from, as PEM; nil for those that the system trusts.
  public var authorities: String?
  /// The name that this machine calls itself; its address unless set.
  public var clientName: String?

  /// Names a server.
  ///
  /// - Parameters:
  ///   - host: The host name or address.
  ///   - port: The port; nil for the usual one.
  ///   - security: How the connection is protected.
  public init(host: String, port: Int? = nil, security: Security = .implicit) {
    self.host = host
    self.port = port ?? security.usualPort
    self.security = security
  }

  /// Whether the host is a loopback address: `127.0.0.0/8` or `::1`. A name never is, even if it resolves
  /// to one.
  var isLoopback: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return host == "::1" || (parts.count == 4 && parts[0] == 127 && !parts.contains(nil))
  }
}
