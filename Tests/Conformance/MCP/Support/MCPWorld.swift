// SPDX-License-Identifier: Apache-2.0

import TestKit

/// An MCP server, its authorization servers and a client of it, over real sockets.
struct MCPWorld: Sendable {
  let mcp: MCPServer
  let server: MCPAuthorizationServer
  /// Another one, which the MCP server trusts after `migrate(to:)`.
  let second: MCPAuthorizationServer
  let store = MemoryTokenStore()

  static let redirectURI = "http://127.0.0.1/callback"

  private let hosts: [LoopbackHost]

  /// Starts servers that follow the changed script.
  static func start(_ change: (inout MCPScript) -> Void = { _ in }) async throws -> MCPWorld {
    var draft = MCPScript()
    change(&draft)
    let script = draft
    let server = MCPAuthorizationServer(script, name: "as1")
    let second = MCPAuthorizationServer(script, name: "as2")
    let mcp = MCPServer(script, trusting: server)
    let missing = ServedResponse(head: HTTPResponse(status: .notFound))
    let hosts = try await [
      host { base in
        mcp.settle(at: base)
        if script.isOwnServer { server.settle(at: base) }
        return { mcp.answer($0) }
      },
      host { base in
        if !script.isOwnServer { server.settle(at: base) }
        return { server.answer($0) ?? missing }
      },
      host { base in
        second.settle(at: base)
        return { second.answer($0) ?? missing }
      },
    ]
    return MCPWorld(mcp: mcp, server: server, second: second, hosts: hosts)
  }

  private static func host(
    _ responder: @escaping @Sendable (_ base: String) -> Responder
  ) async throws -> LoopbackHost {
    try await LoopbackHost.start(
      on: 0, limits: HTTPLimits(), clock: .running(),
      logger: Logger(label: "mcp") { _ in SwiftLogNoOpLogHandler() }
    ) { responder("http://127.0.0.1:\($0)") }
  }

  /// A client that is registered at the authorization server under this id.
  func registered(
    _ id: String, _ authentication: ClientAuthentication, _ metadata: ClientMetadata = .init()
  ) throws -> ResourceClients {
    let identity = ClientIdentity(id: id, authentication: authentication)
    return try ResourceClients(metadata, registered: [Issuer(server.issuer): identity])
  }

  /// A client that is configured only with the server's address.
  func access(
    as clients: ResourceClients? = nil, by way: ResourceAuthorization? = nil,
    fallback: ResourceDiscovery.Fallback = .none, dpop: DPoPPolicy = .never
  ) throws -> ResourceAccess {
    ResourceAccess(
      to: try Endpoint(mcp.base + "/mcp"),
      as: try clients
        ?? ResourceClients(.native(name: "Tool", redirectURIs: [Self.redirectURI])),
      by: way ?? .user(ApprovingUserAgent()), in: store,
      runtime: ClientRuntime(transport: .platform) { $0.dpop = dpop },
      discovery: ResourceDiscovery(transport: .platform, fallback: fallback))
  }

  /// Calls a method, and returns the status of the response.
  @discardableResult
  func call(_ method: String = "tools/list", with access: ResourceAccess) async throws -> Int {
    let endpoint = access.resource
    let request = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
      headerFields: [.contentType: "application/json"])
    let message: JSONObject = ["jsonrpc": "2.0", "id": 1, "method": .string(method)]
    return try await access.send(request, body: Data(message.serialized())).head.status.code
  }

  /// The error of a call; nil if it succeeds.
  func failure(
    _ method: String = "tools/list", with access: ResourceAccess
  ) async throws -> OAuthError? {
    do {
      try await call(method, with: access)
      return nil
    } catch let error as OAuthError {
      return error
    }
  }

  /// The scopes of each authorization request.
  var requestedScopes: [[String]] {
    server.seen.authorizations.map { Scope.list($0["scope"] ?? "").map(\.rawValue) }
  }
}

/// A user agent at an authorization server that approves every request: it sends one request.
struct ApprovingUserAgent: UserAgent {
  func redirectURI() async -> String { MCPWorld.redirectURI }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let url = page.url
    let endpoint = try Endpoint(url.absoluteString)
    let transport: any HTTPTransport = .platform
    let (head, _) = try await transport.send(
      HTTPRequest(
        method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path),
      body: Data(), limit: .standard)
    guard let location = head.headerFields[.location] else {
      throw .unreadable(.callbackMalformed, "The response is not a redirect.")
    }
    return location
  }
}
