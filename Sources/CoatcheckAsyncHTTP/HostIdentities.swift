// SPDX-License-Identifier: Apache-2.0

#if NIO
  import CoatcheckClient
  public import CoatcheckOAuth

  /// The client certificates for mutual TLS, each for the host that may receive it.
  public struct HostIdentities: Sendable {
    private let hosts: HostTable<TLSIdentity>

    /// No client certificates.
    public static let none = HostIdentities()

    private init() { hosts = HostTable() }

    /// Creates a table of client certificates.
    ///
    /// - Parameter hosts: The certificates by `host`, for all its ports, or by `host:port`, which takes
    ///   precedence.
    /// - Throws: `misused` naming `hosts` when a key is not a host.
    public init(_ hosts: [String: TLSIdentity]) throws(OAuthError) {
      self.hosts = try HostTable(hosts)
    }

    /// The identity for a host.
    func identity(for authority: String) -> TLSIdentity? { hosts[authority] }
  }
#endif
