// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
import CoatcheckOAuth

/// How a server sends requests to its clients: logout requests, and those for documents that clients host.
///
/// Clients that register themselves choose these addresses. ``addresses`` checks the text of an address; a
/// host name that resolves to a private address must be refused by the transport when it connects.
public struct OutboundAccess: Sendable {
  /// What sends the requests. It must not follow redirects.
  public let transport: any HTTPTransport
  /// Which addresses are allowed. A server that is itself on this machine or in a private network may reach
  /// others there.
  public let addresses: AddressGuard

  /// Creates the rule by which clients are reached.
  ///
  /// - Parameters:
  ///   - transport: What sends the requests. It must not follow redirects, and refuses host names that
  ///     resolve to a private address.
  ///   - addresses: Which addresses are allowed; the standard rule unless given.
  public init(transport: any HTTPTransport, addresses: AddressGuard = .standard) {
    self.transport = transport
    self.addresses = addresses
  }

  /// Checks that a request may be sent to an address that a client registered.
  ///
  /// - Throws: `unreadable`, `OAuthError.Code.addressRefused`. Nothing was sent.
  func check(_ endpoint: Endpoint, for issuer: Issuer) throws(OAuthError) {
    try addresses.check(endpoint, namedBy: Endpoint(issuer.text + "/"))
  }
}
