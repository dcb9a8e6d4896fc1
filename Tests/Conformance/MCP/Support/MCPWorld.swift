// SPDX-License-Identifier: Apache-2.0

import TestKit

/// An MCP server, its authorization servers and a client of it, over real sockets.
struct MCPWorld: Sendable {
  let mcp: MCPServer
  let server: MCPAuthorizationServer
  /// One that is not trusted unless the MCP server moves to it.
  let second: MCPAuthorizationServer
  let store = MemoryTokenStore()

  static let redirectURI = "http://127.0.0.1/callback"

  private let hosts: [LoopbackHost]

  /// Starts a world that behaves like this.
  static func start(_ script: MCPScript = MCPScript()) async throws -> MCPWorld {
    let server = MCPAuthorizationServer(script, name: "as1")
    let second = MCPAuthorizationServer(script, name: "as2")
    let mcp = MCPServer(script, trusting: server)
    let missing = ServedResponse(head: HTTPResponse(status: .notFound))
    let hosts = try await [
      host { base in
        mcp.settle(at: base)
        if script.isOne { server.settle(at: base) }
        return { mcp.answer($0) }
      },
      host { base in
        if !script.isOne { server.settle(at: base) }
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

  /// A client that knows nothing but the server's address.
  func access(
    as clients: ResourceClients? = nil, by way: ResourceAuthorization? = nil,
    fallback: ResourceDiscovery.Fallback = .none, dpop: DPoPPolicy = .never
  ) throws -> ResourceAccess {
    ResourceAccess(
      to: try Endpoint(mcp.base + "/mcp"),
      as: try clients
        ?? ResourceClients(.native(name: "Tool", redirectURIs: [Self.redirectURI])),
      by: way ?? .person(MCPPerson()), in: store,
      runtime: ClientRuntime(transport: .platform) { $0.dpop = dpop },
      discovery: ResourceDiscovery(transport: .platform, fallback: fallback))
  }

  /// Calls a method, and says with which status the server answered.
  @discardableResult
  func call(_ method: String = "tools/list", with access: ResourceAccess) async throws -> Int {
    let endpoint = access.resource
    let request = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
      headerFields: [.contentType: "application/json"])
    let message: JSONObject = ["jsonrpc": "2.0", "id": 1, "method": .string(method)]
    return try await access.send(request, body: Data(message.serialized())).head.status.code
  }

  /// What calling a method fails with; nil when it does not.
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

  /// The scopes that were asked for, each time somebody was asked.
  var askedScopes: [[String]] {
    server.seen.authorizations.map { Scope.list($0["scope"] ?? "").map(\.rawValue) }
  }
}

/// A person who says yes to everything, with a browser that follows no link but the one it is given.
struct MCPPerson: UserAgent {
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
      throw .unreadable(.callbackMalformed, "The authorization server sent the browser nowhere.")
    }
    return location
  }
}
