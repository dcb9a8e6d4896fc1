// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes
import Logging
import Testing

/// An MCP server, its authorization servers and a client of it, over real sockets.
struct MCPWorld: Sendable {
  let mcp: MCPServer
  let server: MCPAuthorizationServer
  /// One that is not trusted unless the MCP server moves to it.
  let second: MCPAuthorizationServer
  let store = MemoryTokenStore()

  static let redirectURI = "http://127.0.0.1/callback"

  /// Runs a scenario against a world that behaves like this, and takes the world down.
  static func run(
    _ script: MCPScript = MCPScript(), _ scenario: @Sendable (MCPWorld) async throws -> Void
  ) async throws {
    let server = MCPAuthorizationServer(script, name: "as1")
    let second = MCPAuthorizationServer(script, name: "as2")
    let world = MCPWorld(mcp: MCPServer(script, trusting: server), server: server, second: second)
    let missing = ServedResponse(head: HTTPResponse(status: .notFound))
    let hosts = try await [
      MCPHost.start { base in
        world.mcp.settle(at: base)
        if script.isOne { server.settle(at: base) }
        return { world.mcp.answer($0) }
      },
      MCPHost.start { base in
        if !script.isOne { server.settle(at: base) }
        return { server.answer($0) ?? missing }
      },
      MCPHost.start { base in
        second.settle(at: base)
        return { second.answer($0) ?? missing }
      },
    ]
    do {
      try await scenario(world)
    } catch {
      for host in hosts { await host.stop() }
      throw error
    }
    for host in hosts { await host.stop() }
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
      by: way ?? .person(MCPPerson()), in: store, transport: .platform, fallback: fallback,
      dpop: dpop)
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

  /// What calling a method fails with; nil when it doesn't.
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

  func authorize(at url: URL) async throws(OAuthError) -> String {
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

/// A server on a free port of this machine.
final class MCPHost: Sendable {
  private let running: Task<Void, Never>

  private init(_ running: Task<Void, Never>) { self.running = running }

  static func start(
    _ responder: @escaping @Sendable (_ base: String) -> Responder
  ) async throws -> MCPHost {
    let (ports, bound) = AsyncThrowingStream.makeStream(of: Int.self)
    let listener = HTTPListener(
      host: "127.0.0.1", port: 0, logger: Logger(label: "mcp") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      do {
        try await listener.run(until: .onCancellation, listening: { bound.yield($0) }) { port in
          responder("http://127.0.0.1:\(port)")
        }
        bound.finish()
      } catch {
        bound.finish(throwing: error)
      }
    }
    for try await _ in ports { return MCPHost(running) }
    throw CancellationError()
  }

  func stop() async {
    running.cancel()
    await running.value
  }
}
