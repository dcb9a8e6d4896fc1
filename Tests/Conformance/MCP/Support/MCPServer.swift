// SPDX-License-Identifier: Apache-2.0

import TestKit

/// An MCP server that accepts only the tokens of its authorization server.
final class MCPServer: Sendable {
  let script: MCPScript
  private let state: Mutex<(base: String, server: MCPAuthorizationServer, paths: [String])>

  init(_ script: MCPScript, trusting server: MCPAuthorizationServer) {
    self.script = script
    state = Mutex((base: "", server: server, paths: []))
  }

  func settle(at base: String) { state.withLock { $0.base = base } }

  /// Changes the trusted authorization server.
  func migrate(to server: MCPAuthorizationServer) { state.withLock { $0.server = server } }

  var base: String { state.withLock { $0.base } }
  private var trusted: MCPAuthorizationServer { state.withLock { $0.server } }
  func count(_ path: String) -> Int { state.withLock { $0.paths.count { $0 == path } } }

  func answer(_ request: ServedRequest) -> ServedResponse {
    state.withLock { $0.paths.append(request.path) }
    switch request.path {
    case "/mcp": return message(request)
    case script.resourcePath: return MCPAuthorizationServer.json(metadata)
    default:
      let own = script.isOwnServer ? trusted.answer(request) : nil
      return own ?? ServedResponse(head: HTTPResponse(status: .notFound))
    }
  }

  private var metadata: JSONObject {
    let isRoot = script.resourcePath == "/.well-known/oauth-protected-resource"
    var json: JSONObject = [
      "resource": .string(script.resource ?? (isRoot ? base : base + "/mcp")),
      "authorization_servers": [.string(trusted.issuer)],
    ]
    json["scopes_supported"] = script.resourceScopes.map { .array($0.map(JSONValue.string)) }
    return json
  }

  private func message(_ request: ServedRequest) -> ServedResponse {
    let call = try? JSONObject(parsing: [UInt8](request.body))
    let required = Scope.list(script.required[call?["method"]?.stringValue ?? ""] ?? "")
    let words = (request.head.headerFields[.authorization] ?? "").split(separator: " ")
    if let nonces = script.nonces { return bound(request, nonces, words.last.map(String.init)) }
    guard words.first == "Bearer", let granted = trusted.scopes(of: String(words.last ?? "")) else {
      return refusal(.unauthorized, words.isEmpty ? nil : .invalidToken, script.scope)
    }
    guard !required.isEmpty, script.refusesAllScopes || !Set(required).isSubset(of: granted) else {
      return MCPAuthorizationServer.json(["jsonrpc": "2.0", "id": 1, "result": [:]])
    }
    return refusal(.forbidden, .insufficientScope, Scope.text(required))
  }

  /// The response to a request with a sender-constrained token.
  private func bound(
    _ request: ServedRequest, _ nonces: MCPScript.Nonces, _ token: String?
  ) -> ServedResponse {
    func refused(_ error: OAuthError.Code?, _ fields: HTTPFields = [:]) -> ServedResponse {
      var challenge = BearerChallenge(error: error)
      challenge.scheme = .dpop
      challenge.algorithms = ["ES256"]
      challenge.resourceMetadata = script.resourcePath.map { base + $0 }
      var fields = fields
      fields[.wwwAuthenticate] = challenge.headerValue
      return MCPAuthorizationServer.json([:], status: .unauthorized, fields: fields)
    }
    guard let token else {
      return refused(nil, script.sendsNonceAhead ? MCPProof.nonce("mcp-nonce") : [:])
    }
    guard let thumbprint = trusted.thumbprint(of: token),
      let proof = MCPProof.read(request, at: base), proof.thumbprint == thumbprint,
      (try? proof.requireBinding(
        of: Secret(token), to: TokenConfirmation(thumbprint: thumbprint))) != nil
    else { return refused(.invalidToken) }
    switch nonces {
    case .refused:
      return refused(.useDPoPNonce, MCPProof.nonce("mcp-nonce-\(count("/mcp"))"))
    case .required where proof.nonce != "mcp-nonce":
      return refused(.useDPoPNonce, MCPProof.nonce("mcp-nonce"))
    case .required, .absent:
      return MCPAuthorizationServer.json(["jsonrpc": "2.0", "id": 1, "result": [:]])
    }
  }

  private func refusal(
    _ status: HTTPResponse.Status, _ error: OAuthError.Code?, _ scope: String?
  ) -> ServedResponse {
    var challenge = BearerChallenge(error: error)
    challenge.scope = Scope.list(scope ?? "")
    if script.isNamed, let path = script.resourcePath { challenge.resourceMetadata = base + path }
    return MCPAuthorizationServer.json(
      ["error": .string(error?.rawValue ?? "unauthorized")], status: status,
      fields: [.wwwAuthenticate: challenge.headerValue])
  }
}
