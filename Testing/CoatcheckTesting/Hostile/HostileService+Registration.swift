// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Synchronization

/// The registration endpoint. A registered client replaces the known one.
extension HostileService {
  func register(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    let asked = try RegistrationExchange.received(head: request.head, body: request.body).metadata
    var registered = HostileClient(id: tokens.name(), secret: Secret(tokens.name()))
    registered.authenticationMethod = asked.tokenEndpointAuthMethod ?? "client_secret_basic"
    if let name = asked.idTokenSigningAlgorithm, let own = SignatureAlgorithm(rawValue: name) {
      registered.idTokenAlgorithm = own
    }
    known.withLock { [registered] in $0 = registered }
    let answer = ClientRegistration(
      id: registered.id, secret: registered.secret, issuedAt: site.now,
      configuration: ClientConfiguration(
        endpoint: try Endpoint("\(site.issuer)/register/\(registered.id)"),
        accessToken: Secret(tokens.name())),
      metadata: asked)
    return try changed(RegistrationExchange.response(answer), by: behaviour.registration, site)
  }
}
