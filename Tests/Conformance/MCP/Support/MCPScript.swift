// SPDX-License-Identifier: Apache-2.0

import TestKit

/// How an MCP server and its authorization server behave in a scenario.
struct MCPScript: Sendable {
  /// The issuer in the authorization response.
  enum Iss: Sendable {
    case right, wrong, absent
    /// Equal to the issuer only after normalization.
    case normalized
  }

  /// How the servers handle nonces in DPoP proofs.
  enum Nonces: Sendable {
    case absent, required
    /// The MCP server refuses every nonce.
    case refused
  }

  /// The path of the MCP server's metadata; nil if it has none.
  var resourcePath: String? = "/.well-known/oauth-protected-resource/mcp"
  /// Whether the challenge names the metadata.
  var isNamed = true
  /// A wrong `resource` in the metadata.
  var resource: String?
  /// `scopes_supported` of the server.
  var resourceScopes: [String]?
  /// The scope of the challenge without a token.
  var scope: String?
  /// The scopes that a method requires.
  var required: [String: String] = [:]
  /// Whether tokens with the required scopes are refused like those without.
  var refusesAllScopes = false

  /// The path of the authorization server's metadata; nil if it has none.
  var metadataPath: String? = "/.well-known/oauth-authorization-server"
  /// The path of its endpoints and its issuer.
  var prefix = ""
  /// A wrong `issuer` in the metadata.
  var issuer: String?
  /// `authorization_response_iss_parameter_supported`.
  var announcesIss: Bool? = true
  /// The issuer in authorization responses.
  var iss = Iss.right
  /// `scopes_supported` of the authorization server.
  var serverScopes: [String]?
  /// The supported methods of client authentication.
  var methods = ["none"]
  /// Whether a client id may be an address.
  var acceptsAddresses = false
  /// Whether clients can register themselves.
  var registers = true
  /// `code_challenge_methods_supported`.
  var challenges: [String]? = ["S256"]
  /// Whether the MCP server is its own authorization server.
  var isOwnServer = false
  /// How nonces are handled; nil if tokens are not bound to keys.
  var nonces: Nonces?
  /// Whether the MCP server sends its nonce with the first refusal, which has no proof.
  var sendsNonceAhead = false
  /// The assertion that token exchange issues; nil for another request.
  var assertion: @Sendable (_ form: Parameters) -> String? = { _ in nil }
  /// The error for a token request; nil issues tokens.
  var token: @Sendable (_ form: Parameters, _ authorization: String?) -> String? = { _, _ in nil }
}
