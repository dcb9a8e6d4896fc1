// SPDX-License-Identifier: Apache-2.0
import CoatcheckAsyncHTTP
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckServer

extension ClientReach {
  /// How an issuer reaches its clients: one on this machine reaches others there; one on the Internet only
  /// those that are there too, unless whoever runs it says otherwise.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - peers: What was said otherwise.
  init(for issuer: Issuer, reaching peers: PeerRule) {
    let isOnThisMachine = issuer.text.hasPrefix("http://")
    self.init(
      transport: AsyncHTTPTransport(peers: isOnThisMachine ? .any : peers),
      addresses: peers == .any ? .none(because: "the operator allows private addresses") : .standard
    )
  }
}
