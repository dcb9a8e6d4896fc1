// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The metadata of a resource server: above all, the authorization servers whose access tokens it
/// accepts.
///
/// [RFC 9728 §2](https://www.rfc-editor.org/rfc/rfc9728#section-2).
public struct ProtectedResourceMetadata: Sendable {
  /// `resource`: the identifier of the resource, an address. Clients send it as the parameter `resource`
  /// ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)) when they request tokens for it.
  public let resource: Endpoint
  /// `authorization_servers`: the issuers whose access tokens it accepts; nil when the document does not
  /// list them.
  public var authorizationServers: [Issuer]?
  /// `jwks_uri`: the address of its own public keys.
  public var jwksURI: Endpoint?
  /// `scopes_supported`: the scopes that requests to it can need.
  public var scopesSupported: [String]?
  /// `bearer_methods_supported`: where it accepts an access token in a request: `header`, `body`,
  /// `query`.
  public var bearerMethodsSupported: [String]?
  /// `resource_signing_alg_values_supported`: the algorithms with which it signs responses.
  public var signingAlgorithms: [String]?
  /// `authorization_details_types_supported`: the types of authorization details that it understands.
  public var authorizationDetailsTypesSupported: [String]?
  /// `dpop_signing_alg_values_supported`: the algorithms with which a DPoP proof may be signed.
  public var dpopSigningAlgorithms: [String]?
  /// `resource_name`: the name that users see.
  public var name: String?
  /// `resource_documentation`: the address of a page for developers.
  public var documentation: String?
  /// `resource_policy_uri`: the address of a page about what clients may do with the data.
  public var policyURI: String?
  /// `resource_tos_uri`: the address of the terms of service.
  public var termsOfServiceURI: String?
  /// `tls_client_certificate_bound_access_tokens`: whether it accepts access tokens that are bound to a
  /// client certificate.
  public var certificateBoundAccessTokens = false
  /// `dpop_bound_access_tokens_required`: whether it accepts only access tokens that are bound to a DPoP
  /// key.
  public var requiresDPoPBoundAccessTokens = false
  /// All other members of the document, as they are.
  public var additional: JSONObject = [:]

  /// Creates metadata with the identifier only. The other properties can be set.
  public init(resource: Endpoint) {
    self.resource = resource
  }

  /// The address of the metadata of a resource.
  ///
  /// For `https://api.example/mcp?v=2` it is
  /// `https://api.example/.well-known/oauth-protected-resource/mcp?v=2`.
  /// [RFC 9728 §3.1](https://www.rfc-editor.org/rfc/rfc9728#section-3.1).
  ///
  /// - Parameter resource: The identifier of the resource.
  /// - Throws: `misused`, ``OAuthError/Code/invalidArgument``, when the address would be longer than
  ///   8,192 bytes.
  public static func wellKnown(for resource: Endpoint) throws(OAuthError) -> Endpoint {
    // RFC 9728 §3.1: "If the resource identifier value contains a path or query component, any terminating
    // slash (/) following the host component MUST be removed before inserting /.well-known/".
    let bare = resource.path == "/" || resource.path.hasPrefix("/?")
    let rest = bare ? String(resource.path.dropFirst()) : resource.path
    return try Endpoint("\(resource.scheme)://\(resource.authority)\(path)\(rest)")
  }

  /// The well-known path that is inserted before the path of the resource.
  static let path = "/.well-known/oauth-protected-resource"
}
