// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

extension RegisteredClient {
  /// The response to a registration.
  ///
  /// "the authorization server … MUST return all registered metadata about this client".
  /// [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1)
  ///
  /// - Parameters:
  ///   - secret: The client secret, if it was just created; nil otherwise, because only its digest is
  ///     stored.
  ///   - token: Its registration access token.
  func registration(
    secret: Secret?, token: Secret, at issuer: Issuer
  ) throws(OAuthError) -> ClientRegistration {
    ClientRegistration(
      id: id, secret: secret, secretExpiry: .never, issuedAt: registeredAt,
      configuration: ClientConfiguration(
        endpoint: try Endpoint(issuer.text + "/register/" + id), accessToken: token),
      metadata: published)
  }

  /// The client as the metadata of RFC 7591.
  private var published: ClientMetadata {
    var told = ClientMetadata()
    told.name = name
    told.redirectURIs = redirectURIs
    told.grantTypes = grantTypes
    told.responseTypes = grantTypes.contains("authorization_code") ? ["code"] : []
    told.scope = scopes.joined(separator: " ")
    told.tokenEndpointAuthMethod = authenticationMethod
    told.idTokenSigningAlgorithm = idTokenAlgorithm.rawValue
    told.subjectType = metadata.subjectType.rawValue
    told.sectorIdentifierURI = metadata.sectorIdentifierURI
    told.jwksURI = metadata.jwksURI
    told.jwks = metadata.jwks.map { JWKSet(keys: $0).json }
    told.tokenEndpointAuthSigningAlgorithm = metadata.authenticationAlgorithm?.rawValue
    told.userInfoSigningAlgorithm = metadata.userInfoAlgorithm?.rawValue
    told.authorizationResponseSigningAlgorithm = metadata.authorizationAlgorithm?.rawValue
    told.requestObjectSigningAlgorithm = metadata.requestObjectAlgorithm?.rawValue
    told.postLogoutRedirectURIs = list(metadata.postLogoutRedirectURIs)
    told.contacts = list(metadata.contacts)
    told.clientURI = metadata.clientURI
    told.logoURI = metadata.logoURI
    told.policyURI = metadata.policyURI
    told.termsOfServiceURI = metadata.termsURI
    told.initiateLoginURI = metadata.initiateLoginURI
    told.backchannelLogoutURI = metadata.backChannelLogoutURI
    told.backchannelLogoutSessionRequired = flag(metadata.backChannelLogoutSession == .required)
    told.frontchannelLogoutURI = metadata.frontChannelLogoutURI
    told.frontchannelLogoutSessionRequired = flag(metadata.frontChannelLogoutSession == .required)
    told.softwareID = metadata.software.first
    told.softwareVersion = metadata.software.dropFirst().first
    told.dpopBoundAccessTokens = flag(metadata.boundTokens == .required)
    told.requiresPushedAuthorizationRequests = flag(metadata.pushedRequests == .required)
    told.requiresSignedRequestObject = flag(metadata.signedRequests == .required)
    told.requiresAuthTime = flag(metadata.authTime == .required)
    told.defaultMaxAge = metadata.defaultMaxAge
    return told
  }

  private func flag(_ isSet: Bool) -> Bool? { isSet ? true : nil }
  private func list(_ values: [String]) -> [String]? { values.isEmpty ? nil : values }
}
