// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation

/// The metadata and the keys.
extension HostileService {
  func metadata(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    _ = try DiscoveryExchange.received(head: request.head, body: request.body)
    var metadata = ServerMetadata(issuer: try Issuer(site.issuer))
    let endpoint = { (place: HostileProvider.Place) in try Endpoint(site.issuer + place.rawValue) }
    metadata.authorizationEndpoint = try endpoint(.authorize)
    metadata.tokenEndpoint = try endpoint(.token)
    metadata.jwksURI = try endpoint(.keys)
    metadata.userInfoEndpoint = try endpoint(.userInfo)
    metadata.revocationEndpoint = try endpoint(.revocation)
    metadata.endSessionEndpoint = try endpoint(.endSession)
    metadata.pushedAuthorizationRequestEndpoint = try endpoint(.pushedAuthorization)
    metadata.requiresPushedAuthorizationRequests = client.pushesRequests
    metadata.backchannelAuthenticationEndpoint = try endpoint(.backchannelAuthentication)
    metadata.backchannelTokenDeliveryModesSupported = ["poll"]
    metadata.registrationEndpoint = try endpoint(.registration)
    metadata.responseTypesSupported = [
      "code", "id_token", "token", "id_token token", "code id_token", "code token",
      "code id_token token",
    ]
    metadata.responseModesSupported = [
      "query", "fragment", "form_post", "jwt", "query.jwt", "form_post.jwt",
    ]
    metadata.grantTypesSupported = ["authorization_code", "implicit", "refresh_token"]
    metadata.subjectTypesSupported = ["public"]
    metadata.scopesSupported = ["openid", "profile", "email", "offline_access"]
    metadata.tokenEndpointAuthMethodsSupported = [client.authenticationMethod]
    metadata.codeChallengeMethodsSupported = ["S256"]
    metadata.idTokenSigningAlgorithms = ["RS256", "ES256"]
    metadata.authorizationResponseSigningAlgorithms = ["RS256", "ES256"]
    metadata.requestObjectSigningAlgorithms = ["RS256", "ES256"]
    metadata.requestObjectEncryptionAlgorithms = [KeyManagementAlgorithm.ecdhESA256KW.rawValue]
    metadata.requestObjectContentEncryptions = [ContentEncryption.a256GCM.rawValue]
    metadata.dpopSigningAlgorithms = ["RS256", "ES256"]
    metadata.authorizationResponseIssParameterSupported = true
    if client.showsCertificate {
      for (name, place) in HostileProvider.Place.aliased {
        metadata.mtlsEndpointAliases[name] = try Endpoint(site.elsewhere + place.rawValue)
      }
    }
    return try changed(DiscoveryExchange.response(metadata), by: behaviour.metadata, site)
  }

  func keySet(_ request: ServedRequest) throws -> ServedResponse {
    _ = try JWKSetExchange.received(head: request.head, body: request.body)
    return ServedResponse(JWKSetExchange.response(keys.published))
  }
}
