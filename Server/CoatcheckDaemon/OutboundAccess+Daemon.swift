// SPDX-License-Identifier: Apache-2.0
import CoatcheckAsyncHTTP
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckServer

extension OutboundAccess {
  /// Which addresses of clients the issuer sends requests to: an issuer on this machine may reach clients
  /// on this machine; any other issuer only clients on the Internet, unless the operator allows private
  /// networks.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - isPrivate: Whether clients may be in private networks.
  ///   - environment: The clock for deadlines.
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
