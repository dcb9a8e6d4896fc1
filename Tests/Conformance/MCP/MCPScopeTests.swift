// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(.timeLimit(.minutes(10)))
struct MCPScopeTests {
  /// What the servers publish, and the scopes that the client requests.
  struct Scopes: Sendable {
    var challenge: String?
    var resource: [String]?
    var server: [String]?
    let requested: [String]
  }

  @Test(
    "The client requests the published scopes",
    arguments: [
      Case(
        "auth/offline-access-not-supported",
        Scopes(
          resource: ["mcp:basic", "mcp:read"], server: ["mcp:basic", "mcp:read"],
          requested: ["mcp:basic", "mcp:read"])),
      Case(
        "auth/offline-access-scope",
        Scopes(
          resource: ["mcp:basic"], server: ["mcp:basic", "offline_access"],
          requested: ["mcp:basic", "offline_access"])),
      Case(
        "auth/scope-from-scopes-supported",
        Scopes(
          resource: ["mcp:basic", "mcp:read", "mcp:write"],
          requested: ["mcp:basic", "mcp:read", "mcp:write"])),
      Case(
        "auth/scope-from-www-authenticate",
        Scopes(
          challenge: "mcp:basic", resource: ["mcp:basic", "mcp:other"], requested: ["mcp:basic"])),
    ])
  func requested(_ row: Case<Scopes>) async throws {
    let world = try await MCPWorld.start {
      $0.scope = row.value.challenge
      $0.resourceScopes = row.value.resource
      $0.serverScopes = row.value.server
    }
    #expect(try await world.call(with: world.access()) == 200)
    #expect(world.requestedScopes == [row.value.requested])
    guard row.value.requested.contains("offline_access") else { return }
    let grants = world.server.seen.registrations.first?["grant_types"]?.arrayValue
    #expect(grants?.contains("refresh_token") == true)
  }

  @Test("auth/scope-omitted-when-undefined: without published scopes the client requests none")
  func scopeOmittedWhenUndefined() async throws {
    let world = try await MCPWorld.start()
    #expect(try await world.call(with: world.access()) == 200)
    #expect(world.server.seen.authorizations.first?.names.contains("scope") == false)
  }

  @Test("auth/scope-retry-limit: the client stops when the server never accepts the scopes")
  func scopeRetryLimit() async throws {
    let world = try await MCPWorld.start {
      $0.scope = "mcp:basic"
      $0.required = ["tools/call": "mcp:admin"]
      $0.refusesAllScopes = true
    }
    let error = try await world.failure("tools/call", with: world.access())
    #expect(error == .refused(.insufficientScope, ""))
    #expect((1...3).contains(world.requestedScopes.count))
  }

  @Test("auth/scope-step-up: a method requires further scopes")
  func scopeStepUp() async throws {
    let world = try await MCPWorld.start {
      $0.scope = "mcp:basic"
      $0.required = ["tools/call": "mcp:write"]
    }
    let access = try world.access()
    #expect(try await world.call("tools/list", with: access) == 200)
    #expect(try await world.call("tools/call", with: access) == 200)
    // The second request repeats the scopes of the first.
    #expect(world.requestedScopes == [["mcp:basic"], ["mcp:basic", "mcp:write"]])
    #expect(try await world.call("tools/list", with: access) == 200)
    #expect(world.requestedScopes.count == 2)
  }
}
