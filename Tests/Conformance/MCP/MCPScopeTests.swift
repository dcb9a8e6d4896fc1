// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite(.timeLimit(.minutes(10)))
struct MCPScopeTests {
  @Test("auth/offline-access-not-supported: the issuer has no offline_access")
  func offlineAccessNotSupported() async throws {
    var script = MCPScript()
    script.resourceScopes = ["mcp:basic", "mcp:read"]
    script.serverScopes = ["mcp:basic", "mcp:read"]
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.askedScopes == [["mcp:basic", "mcp:read"]])
  }

  @Test("auth/offline-access-scope: the issuer has offline_access, and the client stays signed in")
  func offlineAccessScope() async throws {
    var script = MCPScript()
    script.resourceScopes = ["mcp:basic"]
    script.serverScopes = ["mcp:basic", "offline_access"]
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.askedScopes == [["mcp:basic", "offline_access"]])
    let asked = world.server.seen.registrations.first?["grant_types"]?.arrayValue
    #expect(asked?.contains("refresh_token") == true)
  }

  @Test("auth/scope-from-scopes-supported: the API's metadata says what to ask for")
  func scopeFromScopesSupported() async throws {
    var script = MCPScript()
    script.resourceScopes = ["mcp:basic", "mcp:read", "mcp:write"]
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.askedScopes == [["mcp:basic", "mcp:read", "mcp:write"]])
  }

  @Test("auth/scope-from-www-authenticate: the challenge says what to ask for")
  func scopeFromWwwAuthenticate() async throws {
    var script = MCPScript()
    script.scope = "mcp:basic"
    script.resourceScopes = ["mcp:basic", "mcp:other"]
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.askedScopes == [["mcp:basic"]])
  }

  @Test("auth/scope-omitted-when-undefined: nobody says what to ask for")
  func scopeOmittedWhenUndefined() async throws {
    let world = try await MCPWorld.start()
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.authorizations.first?.names.contains("scope") == false)
  }

  @Test("auth/scope-retry-limit: a server that is never satisfied")
  func scopeRetryLimit() async throws {
    var script = MCPScript()
    script.scope = "mcp:basic"
    script.wanted = ["tools/call": "mcp:admin"]
    script.isNeverSatisfied = true
    let world = try await MCPWorld.start(script)
    let error = try await world.failure("tools/call", with: world.access())
    #expect(error == .refused(.insufficientScope, ""))
    #expect((1...3).contains(world.askedScopes.count))
  }

  @Test("auth/scope-step-up: a method wants more than the token is good for")
  func scopeStepUp() async throws {
    var script = MCPScript()
    script.scope = "mcp:basic"
    script.wanted = ["tools/call": "mcp:write"]
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call("tools/list", with: access) == 200)
    #expect(try await world.call("tools/call", with: access) == 200)
    // What was allowed before is asked for as well.
    #expect(world.askedScopes == [["mcp:basic"], ["mcp:basic", "mcp:write"]])
    #expect(try await world.call("tools/list", with: access) == 200)
    #expect(world.askedScopes.count == 2)
  }
}
