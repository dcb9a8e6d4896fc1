// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Validates the authentication method and the algorithms: they are supported, and the keys that they need
/// are registered.
///
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2)
struct ValidateAuthenticationMethod: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    let asked = attempt.metadata
    // "If unspecified or omitted, the default is "client_secret_basic"".
    let method = asked.tokenEndpointAuthMethod ?? "client_secret_basic"
    attempt.client.metadata.jwks = try keys(in: asked)
    switch method {
    case "none", "client_secret_basic", "client_secret_post": break
    case "private_key_jwt":
      guard attempt.client.metadata.jwks?.isEmpty == false || asked.jwksURI != nil else {
        throw refusal("jwks", "A client that signs has to say with which keys.")
      }
    default:
      throw refusal(
        "token_endpoint_auth_method", "This client authentication method is not supported.")
    }
    attempt.client.authenticationMethod = method
    // The algorithms that this server signs with, and those that it verifies.
    let (own, any) = (server.keys.algorithms, SignatureAlgorithm.allCases)
    attempt.client.idTokenAlgorithm =
      try algorithm(asked.idTokenSigningAlgorithm, "id_token_signed_response_alg", among: own)
      ?? .rs256
    attempt.client.metadata.userInfoAlgorithm = try algorithm(
      asked.userInfoSigningAlgorithm, "userinfo_signed_response_alg", among: own)
    attempt.client.metadata.authorizationAlgorithm = try algorithm(
      asked.authorizationResponseSigningAlgorithm, "authorization_signed_response_alg", among: own)
    attempt.client.metadata.authenticationAlgorithm = try algorithm(
      asked.tokenEndpointAuthSigningAlgorithm, "token_endpoint_auth_signing_alg", among: any)
    attempt.client.metadata.requestObjectAlgorithm = try algorithm(
      asked.requestObjectSigningAlgorithm, "request_object_signing_alg", among: any)
    for (name, value) in [
      ("id_token_encrypted_response_alg", asked.idTokenEncryptionAlgorithm),
      ("userinfo_encrypted_response_alg", asked.userInfoEncryptionAlgorithm),
      ("authorization_encrypted_response_alg", asked.authorizationResponseEncryptionAlgorithm),
      ("request_object_encryption_alg", asked.requestObjectEncryptionAlgorithm),
    ] where value != nil { throw refusal(name, "Nothing is encrypted here.") }
    attempt.client.metadata.boundTokens = need(asked.dpopBoundAccessTokens)
    attempt.client.metadata.pushedRequests = need(asked.requiresPushedAuthorizationRequests)
    attempt.client.metadata.signedRequests = need(asked.requiresSignedRequestObject)
    attempt.client.metadata.authTime = need(asked.requiresAuthTime)
    attempt.client.metadata.defaultMaxAge = asked.defaultMaxAge
  }

  private func keys(in asked: ClientMetadata) throws(OAuthError) -> [JWK]? {
    guard let entries = asked.jwks?["keys"]?.arrayValue else { return nil }
    guard entries.count <= JWKSet.maximumCount else { throw refusal("jwks", "Too many keys.") }
    // Keys of unknown types are skipped, as in every key set; symmetric keys were refused before.
    return entries.compactMap { $0.objectValue.flatMap { try? JWK(parsing: $0) } }
  }

  private func algorithm(
    _ text: String?, _ name: String, among usable: [SignatureAlgorithm]
  ) throws(OAuthError) -> SignatureAlgorithm? {
    guard let text else { return nil }
    guard let algorithm = SignatureAlgorithm(rawValue: text), usable.contains(algorithm) else {
      throw refusal(name, "This algorithm is not used here.")
    }
    return algorithm
  }

  private func need(_ flag: Bool?) -> RegisteredClient.Metadata.Need {
    flag == true ? .required : .optional
  }
}
