// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// How the address of a client is found: from the connection or, behind proxies of the operator, from the
/// header fields `Forwarded` ([RFC 7239](https://www.rfc-editor.org/rfc/rfc7239)) and `X-Forwarded-For`.
///
/// Limits count by that address, and the log names it. A header field is trusted from the named proxies
/// only, and is read from its end, hop by hop: what a client wrote itself stands further to the left than
/// what a proxy added.
public struct ClientAddresses: Sendable {
  /// Whether connections begin with a header of the PROXY protocol, version 2
  /// ([its text](https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt)).
  public enum ProxyProtocol: Sendable {
    /// No connection begins with such a header.
    case absent
    /// Each connection begins with such a header, and comes from one of the proxies; other connections are
    /// closed.
    case required
  }

  /// The addresses of the operator's own proxies.
  public let proxies: [AddressRange]
  /// Whether connections begin with the PROXY protocol.
  public let proxyProtocol: ProxyProtocol

  /// No proxies: the address of the connection is that of the client.
  public static let ofConnections = ClientAddresses(proxies: [])

  /// Creates the rule for proxies.
  ///
  /// - Parameters:
  ///   - proxies: The addresses of the operator's own proxies: of the one that connects here, and of those
  ///     before it.
  ///   - proxyProtocol: Whether connections begin with the PROXY protocol. The address in it takes the place of that of
  ///     the connection; if that is a proxy's as well, header fields are read.
  public init(proxies: [AddressRange], proxyProtocol: ProxyProtocol = .absent) {
    self.proxies = proxies
    self.proxyProtocol = proxyProtocol
  }

  /// Whether an address is that of a trusted proxy.
  func trusts(_ address: IPAddress) -> Bool { proxies.contains { $0.contains(address) } }

  /// The source address of a request.
  ///
  /// - Parameters:
  ///   - peer: The peer of the connection.
  ///   - fields: The header fields of the request.
  func source(of peer: ConnectionPeer, _ fields: HTTPFields) -> SourceAddress {
    guard let address = peer.address, trusts(address) else { return peer.source }
    return SourceAddress(client(behind: address, fields).description)
  }

  /// The address of the client: the last hop in the header fields that is not a trusted proxy.
  ///
  /// At a hop without a readable address, it is the address of the proxy that added that hop.
  func client(behind peer: IPAddress, _ fields: HTTPFields) -> IPAddress {
    guard trusts(peer) else { return peer }
    let (lines, older) = (fields[values: .forwarded], fields[values: .xForwardedFor])
    if older.isEmpty { return last(behind: peer, ForwardedField.hops(lines: lines)) }
    let client = last(behind: peer, ForwardedField.hops(olderLines: older))
    // A proxy that adds one of the two fields forwards the other one as the client sent it. If the two
    // disagree, it is unknown which one the proxy added, so that neither is used.
    let isAgreed =
      lines.isEmpty || last(behind: peer, ForwardedField.hops(lines: lines)) == client
    return isAgreed ? client : peer
  }

  private func last(behind peer: IPAddress, _ hops: [ForwardedHop]) -> IPAddress {
    var certain = peer
    for hop in hops.reversed() {
      guard case .address(let address) = hop else { return certain }
      certain = address
      guard trusts(address) else { return address }
    }
    return certain
  }
}

extension HTTPField.Name {
  /// [RFC 7239](https://www.rfc-editor.org/rfc/rfc7239)
  fileprivate static let forwarded = Self("Forwarded")!
  /// The older field, which has no specification and is still in use.
  fileprivate static let xForwardedFor = Self("X-Forwarded-For")!
}
