// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(.timeLimit(.minutes(10)))
struct MCPDiscoveryTests {
  private static let wellKnown = "/.well-known/oauth-protected-resource"

  @Test("auth/2025-03-26-oauth-endpoint-fallback: an API without any metadata")
  func endpointFallback20250326() async throws {
    let world = try await MCPWorld.start {
      $0.resourcePath = nil
      $0.metadataPath = nil
      $0.isOwnServer = true
      $0.iss = .absent
    }
    // The client guesses no endpoints by default.
    let error = try await world.failure(with: world.access())
    #expect(error?.code == .metadataMalformed)
    #expect(world.server.seen.registrations.isEmpty)
    let access = try world.access(fallback: .origin(because: "the server is of March 2025"))
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.registrations.count == 1)
    #expect(world.server.seen.authorizations.first?["code_challenge_method"] == "S256")
  }

  @Test(
    "auth/2025-03-26-oauth-metadata-backcompat: an API without metadata that is its own issuer")
  func metadataBackcompat20250326() async throws {
    let world = try await MCPWorld.start {
      $0.resourcePath = nil
      $0.isOwnServer = true
      $0.prefix = "/oauth"
    }
    let access = try world.access(fallback: .origin(because: "the server is of March 2025"))
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test("auth/authorization-server-migration: the API changes its authorization server")
  func authorizationServerMigration() async throws {
    let world = try await MCPWorld.start { $0.scope = "mcp:basic" }
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    world.mcp.migrate(to: world.second)
    #expect(try await world.call(with: access) == 200)
    #expect(world.second.seen.registrations.count == 1)
    #expect(world.second.seen.authorizations.map { $0["client_id"] } == ["as2-client"])
    #expect(world.second.seen.tokens.map { $0.form["client_id"] } == ["as2-client"])
    // The session of the first authorization server is removed.
    #expect(try await world.store.sessions().map(\.account.issuer) == [world.second.issuer])
  }

  @Test("auth/metadata-default: the challenge names the API's metadata")
  func metadataDefault() async throws {
    let world = try await MCPWorld.start()
    #expect(try await world.call(with: world.access()) == 200)
    #expect(world.mcp.count(Self.wellKnown + "/mcp") == 1)
    #expect(world.mcp.count(Self.wellKnown) == 0)
    #expect(world.server.seen.registrations.count == 1)
    #expect(world.server.seen.authorizations.first?["resource"] == world.mcp.base + "/mcp")
    #expect(world.server.seen.tokens.first?.form["resource"] == world.mcp.base + "/mcp")
  }

  @Test("auth/metadata-issuer-mismatch: metadata of another issuer is refused")
  func metadataIssuerMismatch() async throws {
    let world = try await MCPWorld.start { $0.issuer = "https://attacker.example" }
    #expect(try await world.failure(with: world.access())?.code == .discoveryMismatch)
    #expect(world.server.seen.registrations.isEmpty)
    #expect(world.server.seen.authorizations.isEmpty)
  }

  @Test("auth/metadata-var1: the issuer publishes OpenID Connect metadata")
  func metadataVar1() async throws {
    let world = try await MCPWorld.start {
      $0.isNamed = false
      $0.metadataPath = "/.well-known/openid-configuration"
    }
    #expect(try await world.call(with: world.access()) == 200)
    #expect(world.mcp.count(Self.wellKnown + "/mcp") == 1)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test("auth/metadata-var2: the API's metadata is at the root, and the issuer has a path")
  func metadataVar2() async throws {
    let world = try await MCPWorld.start {
      $0.isNamed = false
      $0.resourcePath = Self.wellKnown
      $0.metadataPath = "/.well-known/oauth-authorization-server/tenant1"
      $0.prefix = "/tenant1"
    }
    #expect(try await world.call(with: world.access()) == 200)
    #expect(world.server.count("/.well-known/oauth-authorization-server") == 0)
    #expect(world.server.seen.tokens.first?.form["resource"] == world.mcp.base)
  }

  @Test("auth/metadata-var3: only the challenge and the appended well-known path name the metadata")
  func metadataVar3() async throws {
    let world = try await MCPWorld.start {
      $0.resourcePath = "/custom/metadata/location.json"
      $0.metadataPath = "/tenant1/.well-known/openid-configuration"
      $0.prefix = "/tenant1"
    }
    #expect(try await world.call(with: world.access()) == 200)
    #expect(world.server.count("/.well-known/oauth-authorization-server") == 0)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test("auth/resource-mismatch: metadata of another API is refused")
  func resourceMismatch() async throws {
    let world = try await MCPWorld.start { $0.resource = "https://evil.example/mcp" }
    #expect(try await world.failure(with: world.access())?.code == .discoveryMismatch)
    #expect(world.server.seen.paths.isEmpty)
  }
}
