// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// What an API says about itself: above all, whose tokens it takes.
///
/// [RFC 9728 §2](https://www.rfc-editor.org/rfc/rfc9728#section-2).
public struct ProtectedResourceMetadata: Sendable {
  /// `resource`: its identifier, which is what tokens for it are asked for by.
  public let resource: Endpoint
  /// `authorization_servers`: whose tokens it takes; nil where it does not say.
  public var authorizationServers: [Issuer]?
  /// `jwks_uri`: where its own public keys are.
  public var jwksURI: Endpoint?
  /// `scopes_supported`: the scopes that are good for something there.
  public var scopesSupported: [String]?
  /// `bearer_methods_supported`: `header`, `body`, `query`.
  public var bearerMethodsSupported: [String]?
  /// `resource_signing_alg_values_supported`: how its answers are signed.
  public var signingAlgorithms: [String]?
  /// `authorization_details_types_supported`.
  public var authorizationDetailsTypesSupported: [String]?
  /// `dpop_signing_alg_values_supported`.
  public var dpopSigningAlgorithms: [String]?
  /// `resource_name`: the name that users see.
  public var name: String?
  /// `resource_documentation`: an address for developers to read.
  public var documentation: String?
  /// `resource_policy_uri`: what clients may do with the data.
  public var policyURI: String?
  /// `resource_tos_uri`: the terms of service.
  public var termsOfServiceURI: String?
  /// `tls_client_certificate_bound_access_tokens`: whether it takes tokens that are bound to a
  /// certificate.
  public var certificateBoundAccessTokens = false
  /// `dpop_bound_access_tokens_required`: whether it takes tokens that are bound to a key only.
  public var requiresDPoPBoundAccessTokens = false
  /// All other members.
  public var additional: JSONObject = [:]

  /// An API about which nothing is known yet.
  public init(resource: Endpoint) {
    self.resource = resource
  }

  /// Where the metadata of a resource is, by its identifier.
  ///
  /// For `https://api.example/mcp?v=2` it is
  /// `https://api.example/.well-known/oauth-protected-resource/mcp?v=2`.
  ///
  /// - Throws: `misused` when the address would be too long.
  public static func wellKnown(for resource: Endpoint) throws(OAuthError) -> Endpoint {
    // RFC 9728 §3.1: "If the resource identifier value contains a path or query component, any terminating
    // slash (/) following the host component MUST be removed before inserting /.well-known/".
    let bare = resource.path == "/" || resource.path.hasPrefix("/?")
    let rest = bare ? String(resource.path.dropFirst()) : resource.path
    return try Endpoint("\(resource.scheme)://\(resource.authority)\(path)\(rest)")
  }

  /// The path that is inserted.
  static let path = "/.well-known/oauth-protected-resource"
}
