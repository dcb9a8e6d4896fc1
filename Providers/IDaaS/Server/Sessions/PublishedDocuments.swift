// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The public documents: the keys, and the metadata of the issuer.
extension IDaaSServer {
  /// The keys of ID tokens. [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
  ///
  /// Only keys of ID tokens, with the current signing keys first: some clients use the first key that
  /// they find.
  func publishedKeys(_ request: ServedRequest) async -> ServedResponse {
    guard let ring = try? await keys.ring() else {
      return .refusal(
        Refusal(.busy), requestID: environment.token(bytes: 12), language: request.language)
    }
    let keys = settings.readAlgorithms.flatMap { algorithm in
      ring.published.keys.filter { $0.algorithm == algorithm.rawValue }
    }
    return document(JWKSet(keys: keys).json, lifetime: 3600)
  }

  /// The metadata of the issuer. There is no authorization endpoint: users sign in by the interface.
  ///
  /// [OIDC Discovery §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata)
  func publishedMetadata(_ request: ServedRequest) -> ServedResponse {
    document(
      [
        "issuer": .string(settings.issuer),
        "jwks_uri": .string(settings.issuer + "/keys"),
        "userinfo_endpoint": .string(settings.issuer + "/userinfo"),
        "id_token_signing_alg_values_supported": .array(
          // "The algorithm RS256 MUST be included."
          settings.readAlgorithms.map { .string($0.rawValue) }),
        "subject_types_supported": ["public"],
        "claims_supported": [
          "iss", "aud", "sub", "iat", "nbf", "exp", "jti", "auth_time", "amr", "sid", "id", "name",
          "userName", "mobile", "email",
        ],
        // Without these members, clients assume that both are supported.
        "request_uri_parameter_supported": false, "claims_parameter_supported": false,
      ], lifetime: 3600)
  }

  /// The response with a public document: any web page may read it, and it can be cached.
  private func document(_ json: JSONObject, lifetime: Int) -> ServedResponse {
    var head = HTTPResponse(status: .ok)
    head.headerFields[.contentType] = "application/json"
    head.headerFields[.accessControlAllowOrigin] = "*"
    head.headerFields[.cacheControl] = "public, max-age=\(lifetime)"
    return ServedResponse(head: head, body: Data(json.serialized()))
  }
}
