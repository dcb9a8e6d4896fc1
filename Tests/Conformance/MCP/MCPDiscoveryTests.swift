// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite(.timeLimit(.minutes(10)))
struct MCPDiscoveryTests {
  @Test("auth/2025-03-26-oauth-endpoint-fallback: an API without any metadata")
  func endpointFallback20250326() async throws {
    var script = MCPScript()
    script.resourcePath = nil
    script.metadataPath = nil
    script.isOne = true
    script.iss = .absent
    let world = try await MCPWorld.start(script)
    // Nothing is guessed unless that is wished for.
    let error = try await world.failure(with: world.access())
    #expect(error?.code == .metadataMalformed)
    #expect(world.server.seen.registrations.isEmpty)
    let access = try world.access(fallback: .origin(because: "the server is of March 2025"))
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.registrations.count == 1)
    #expect(world.server.seen.authorizations.first?["code_challenge_method"] == "S256")
  }

  @Test(
    "auth/2025-03-26-oauth-metadata-backcompat: an API without metadata, which is its own issuer")
  func metadataBackcompat20250326() async throws {
    var script = MCPScript()
    script.resourcePath = nil
    script.isOne = true
    script.prefix = "/oauth"
    let world = try await MCPWorld.start(script)
    let access = try world.access(fallback: .origin(because: "the server is of March 2025"))
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test("auth/authorization-server-migration: the API takes another issuer's tokens from now on")
  func authorizationServerMigration() async throws {
    var script = MCPScript()
    script.scope = "mcp:basic"
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    world.mcp.migrate(to: world.second)
    #expect(try await world.call(with: access) == 200)
    #expect(world.second.seen.registrations.count == 1)
    #expect(world.second.seen.authorizations.map { $0["client_id"] } == ["as2-client"])
    #expect(world.second.seen.tokens.map { $0.form["client_id"] } == ["as2-client"])
    // What the first issuer gave is gone.
    #expect(try await world.store.sessions().map(\.account.issuer) == [world.second.issuer])
  }

  @Test("auth/metadata-default: the challenge names the API's metadata")
  func metadataDefault() async throws {
    let world = try await MCPWorld.start()
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.mcp.count("/.well-known/oauth-protected-resource/mcp") == 1)
    #expect(world.mcp.count("/.well-known/oauth-protected-resource") == 0)
    #expect(world.server.seen.registrations.count == 1)
    #expect(world.server.seen.authorizations.first?["resource"] == world.mcp.base + "/mcp")
    #expect(world.server.seen.tokens.first?.form["resource"] == world.mcp.base + "/mcp")
  }

  @Test("auth/metadata-issuer-mismatch: a document that names another issuer is of no use")
  func metadataIssuerMismatch() async throws {
    var script = MCPScript()
    script.issuer = "https://attacker.example"
    let world = try await MCPWorld.start(script)
    let error = try await world.failure(with: world.access())
    #expect(error?.code == .discoveryMismatch)
    #expect(world.server.seen.registrations.isEmpty)
    #expect(world.server.seen.authorizations.isEmpty)
  }

  @Test("auth/metadata-var1: the API's metadata is at its path, the issuer's is OpenID Connect's")
  func metadataVar1() async throws {
    var script = MCPScript()
    script.isNamed = false
    script.metadataPath = "/.well-known/openid-configuration"
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.mcp.count("/.well-known/oauth-protected-resource/mcp") == 1)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test(
    "auth/metadata-var2: the API's metadata is at the root, the issuer's at the path of a tenant")
  func metadataVar2() async throws {
    var script = MCPScript()
    script.isNamed = false
    script.resourcePath = "/.well-known/oauth-protected-resource"
    script.metadataPath = "/.well-known/oauth-authorization-server/tenant1"
    script.prefix = "/tenant1"
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.count("/.well-known/oauth-authorization-server") == 0)
    #expect(world.server.seen.tokens.first?.form["resource"] == world.mcp.base)
  }

  @Test("auth/metadata-var3: both documents are where only the challenge and the old rule lead")
  func metadataVar3() async throws {
    var script = MCPScript()
    script.resourcePath = "/custom/metadata/location.json"
    script.metadataPath = "/tenant1/.well-known/openid-configuration"
    script.prefix = "/tenant1"
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.count("/.well-known/oauth-authorization-server") == 0)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test("auth/resource-mismatch: metadata about another API is of no use")
  func resourceMismatch() async throws {
    var script = MCPScript()
    script.resource = "https://evil.example/mcp"
    let world = try await MCPWorld.start(script)
    let error = try await world.failure(with: world.access())
    #expect(error?.code == .discoveryMismatch)
    #expect(world.server.seen.paths.isEmpty)
  }
}
