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

  /// Whether an address is one of a proxy.
  func trusts(_ address: IPAddress) -> Bool { proxies.contains { $0.contains(address) } }

  /// Where a request comes from.
  ///
  /// - Parameters:
  ///   - peer: The other end of the connection; nil for one without an address.
  ///   - fields: The header fields of the request.
  func source(of peer: IPAddress?, _ fields: HTTPFields) -> SourceAddress {
    guard let peer else { return SourceAddress(nil) }
    return SourceAddress(client(behind: peer, fields).description)
  }

  /// The address of the client: the last one that is not a proxy's.
  ///
  /// Where the fields say nothing or cannot be read, it is the last address that is certain: that of the proxy that
  /// wrote them.
  func client(behind peer: IPAddress, _ fields: HTTPFields) -> IPAddress {
    guard trusts(peer) else { return peer }
    let (lines, older) = (fields[values: .forwarded], fields[values: .xForwardedFor])
    if older.isEmpty { return last(behind: peer, ForwardedField.hops(lines: lines)) }
    let client = last(behind: peer, ForwardedField.hops(olderLines: older))
    // A proxy that adds one of the fields passes the other one on as the client wrote it. Which is which cannot be known,
    // so two that disagree prove nothing.
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
  /// What proxies added before there was a specification, and still do.
  fileprivate static let xForwardedFor = Self("X-Forwarded-For")!
}
