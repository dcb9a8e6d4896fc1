// SPDX-License-Identifier: Apache-2.0

#if NIO
  import CoatcheckClient
  public import CoatcheckOAuth

  /// The client certificates, for each host that may see one.
  public struct HostIdentities: Sendable {
    private let hosts: HostTable<TLSIdentity>

    /// For no host.
    public static let none = HostIdentities()

    private init() { hosts = HostTable() }

    /// Identities for some hosts.
    ///
    /// - Parameter hosts: The identities by `host`, for all its ports, or `host:port`, which goes
    ///   before.
    /// - Throws: `misused` naming `hosts` when one of them is no host.
    public init(_ hosts: [String: TLSIdentity]) throws(OAuthError) {
      self.hosts = try HostTable(hosts)
    }

    /// The identity for a host.
    func identity(for authority: String) -> TLSIdentity? { hosts[authority] }
  }
#endif
