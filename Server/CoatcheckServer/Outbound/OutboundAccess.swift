// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
import CoatcheckOAuth

/// How a server reaches the clients it serves, where it has something to tell them or to fetch from them.
///
/// Clients that register themselves choose these addresses. The guard looks at what an address says by itself; a
/// name that turns into a private address has to be refused by the transport, when it is connected.
public struct OutboundAccess: Sendable {
  /// What sends the requests. It follows no redirect.
  public let transport: any HTTPTransport
  /// Which addresses are taken. A server that is itself on this machine or in a private network may reach
  /// others there.
  public let addresses: AddressGuard

  /// Describes how clients are reached.
  ///
  /// - Parameters:
  ///   - transport: What sends the requests.
  ///   - addresses: Which addresses are taken.
  public init(transport: any HTTPTransport, addresses: AddressGuard = .standard) {
    self.transport = transport
    self.addresses = addresses
  }

  /// Checks an address that a client of an issuer registered.
  ///
  /// - Throws: `unreadable`, `OAuthError.Code.addressRefused`. Nothing was sent.
  func check(_ endpoint: Endpoint, for issuer: Issuer) throws(OAuthError) {
    try addresses.check(endpoint, namedBy: Endpoint(issuer.text + "/"))
  }
}
