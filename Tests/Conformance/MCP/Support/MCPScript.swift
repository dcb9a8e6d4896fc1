// SPDX-License-Identifier: Apache-2.0

import TestKit

/// How an MCP server and its authorization server behave in a scenario.
struct MCPScript: Sendable {
  /// What the callback says about who sends it.
  enum Iss: Sendable {
    case right, wrong, absent
    /// Equal to the issuer after normalization only.
    case normalized
  }

  /// Where the metadata of the server is; nil for a server without.
  var resourcePath: String? = "/.well-known/oauth-protected-resource/mcp"
  /// Whether the challenge names it.
  var isNamed = true
  /// What it says it is about, when that is not the truth.
  var resource: String?
  /// `scopes_supported` of the server.
  var resourceScopes: [String]?
  /// The scope of the challenge without a token.
  var scope: String?
  /// The scopes that a method wants, which are told when they are missing.
  var wanted: [String: String] = [:]
  /// Whether tokens with the wanted scopes get the same answer as those without.
  var isNeverSatisfied = false

  /// Where the metadata of the authorization server is; nil for none.
  var metadataPath: String? = "/.well-known/oauth-authorization-server"
  /// What its endpoints and its issuer have in front.
  var prefix = ""
  /// The issuer the document names, when that is not the truth.
  var issuer: String?
  /// Whether it promises to name itself in callbacks; nil says nothing about it.
  var promisesIss: Bool? = true
  /// What callbacks say.
  var iss = Iss.right
  /// `scopes_supported` of the authorization server.
  var serverScopes: [String]?
  /// How clients prove themselves there.
  var methods = ["none"]
  /// Whether a client id may be an address.
  var takesAddresses = false
  /// Whether clients can register themselves.
  var registers = true
  /// The PKCE methods; nil says nothing about it.
  var challenges: [String]? = ["S256"]
  /// Whether the MCP server is its own authorization server.
  var isOne = false
  /// Whether tokens are bound to keys, and with which nonce of theirs the servers want proofs to be made.
  var binds = false
  var wantsNonces = false
  /// Whether the MCP server gives its nonce with the first refusal, before there is a key to prove.
  var givesNonceAhead = false
  /// Whether the MCP server wants another nonce, whatever comes.
  var isNonceNeverRight = false
  /// An assertion that is given for another token; nil refuses.
  var assertion: @Sendable (_ form: Parameters) -> String? = { _ in nil }
  /// Changes what is answered to a request for tokens; nil goes on as usual.
  var token: @Sendable (_ form: Parameters, _ authorization: String?) -> String? = { _, _ in nil }
}
