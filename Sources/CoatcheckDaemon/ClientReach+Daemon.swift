// SPDX-License-Identifier: Apache-2.0
import CoatcheckAsyncHTTP
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckServer

extension ClientReach {
  /// How an issuer tells its clients of ended sessions: one on this machine reaches others there; one on the
  /// Internet only those that are there too, unless whoever runs it says otherwise.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - peers: What whoever runs it says.
  ///   - environment: What waits for the deadlines.
  init(for issuer: Issuer, reaching peers: PeerRule, environment: Environment) {
    let isOnThisMachine = issuer.text.hasPrefix("http://")
    self.init(
      transport: isOnThisMachine || peers == .any
        ? AsyncHTTPTransport(environment: environment)
        : OutsideTransport(environment: environment),
      addresses: peers == .any ? .none(because: "the operator allows private addresses") : .standard
    )
  }
}
