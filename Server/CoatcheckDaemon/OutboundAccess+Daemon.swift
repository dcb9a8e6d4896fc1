// SPDX-License-Identifier: Apache-2.0
import CoatcheckAsyncHTTP
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckServer

extension OutboundAccess {
  /// How an issuer reaches its clients: one on this machine reaches others there; one on the
  /// Internet only those that are there too, unless the operator allows others.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - isPrivate: Whether clients may be in private networks.
  ///   - environment: What waits for the deadlines.
  init(for issuer: Issuer, allowingPrivate isPrivate: Bool, environment: RuntimeEnvironment) {
    let isOnThisMachine = issuer.text.hasPrefix("http://")
    self.init(
      transport: isOnThisMachine || isPrivate
        ? AsyncHTTPTransport(environment: environment)
        : PublicNetworkTransport(environment: environment),
      addresses: isPrivate ? .none(because: "the operator allows private addresses") : .standard
    )
  }
}
