// SPDX-License-Identifier: Apache-2.0

#if NIO
  import CoatcheckClient
  public import CoatcheckOAuth

  /// What a client proves itself by, for each host that may learn it.
  public struct HostIdentities: Sendable {
    /// By `host` or `host:port`, in lower case.
    let hosts: [String: TLSIdentity]

    /// For nobody.
    public static let none = HostIdentities()

    private init() { hosts = [:] }

    /// Identities for some hosts.
    ///
    /// - Parameter hosts: The identities by `host`, for all its ports, or `host:port`, which goes before.
    /// - Throws: `misused` naming `hosts` when one of them is no host.
    public init(_ hosts: [String: TLSIdentity]) throws(OAuthError) {
      var identities: [String: TLSIdentity] = [:]
      for (name, identity) in hosts {
        guard let endpoint = try? Endpoint("https://\(name)/"), endpoint.path == "/",
          !name.contains("/"), !name.contains("?"), !name.contains("*")
        else {
          throw .misused("hosts", "An identity is for something that is no host.")
        }
        identities[endpoint.authority] = identity
      }
      self.hosts = identities
    }

    /// The identity for a host, and the key it stands under.
    func identity(for authority: String) -> (key: String, identity: TLSIdentity)? {
      guard !hosts.isEmpty else { return nil }
      let (host, port) = TrustRules.split(authority)
      for key in ["\(host):\(port ?? 443)", host] {
        if let identity = hosts[key] { return (key, identity) }
      }
      return nil
    }
  }
#endif
