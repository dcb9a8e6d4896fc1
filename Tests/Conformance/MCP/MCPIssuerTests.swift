// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite(.timeLimit(.minutes(10)))
struct MCPIssuerTests {
  @Test("auth/iss-normalized: a callback whose issuer differs by a slash")
  func issNormalized() async throws {
    var script = MCPScript()
    script.iss = .normalized
    let world = try await MCPWorld.start(script)
    let error = try await world.failure(with: world.access())
    #expect(error?.code == .issuerMismatch)
    #expect(world.server.seen.authorizations.count == 1)
    #expect(world.server.seen.tokens.isEmpty)
  }

  @Test("auth/iss-not-advertised: a callback that names nobody, where nothing was promised")
  func issNotAdvertised() async throws {
    var script = MCPScript()
    script.promisesIss = nil
    script.iss = .absent
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test("auth/iss-supported: a callback that names its issuer, as promised")
  func issSupported() async throws {
    var script = MCPScript()
    script.iss = .right
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test("auth/iss-supported-missing: a callback that names nobody in spite of the promise")
  func issSupportedMissing() async throws {
    var script = MCPScript()
    script.iss = .absent
    let world = try await MCPWorld.start(script)
    let error = try await world.failure(with: world.access())
    #expect(error?.code == .issuerMismatch)
    #expect(world.server.seen.authorizations.count == 1)
    #expect(world.server.seen.tokens.isEmpty)
  }

  @Test("auth/iss-unexpected: a callback of another issuer, where nothing was promised")
  func issUnexpected() async throws {
    var script = MCPScript()
    script.promisesIss = nil
    script.iss = .wrong
    let world = try await MCPWorld.start(script)
    let error = try await world.failure(with: world.access())
    #expect(error?.code == .issuerMismatch)
    #expect(world.server.seen.authorizations.count == 1)
    #expect(world.server.seen.tokens.isEmpty)
  }

  @Test("auth/iss-wrong-issuer: a callback of another issuer")
  func issWrongIssuer() async throws {
    var script = MCPScript()
    script.iss = .wrong
    let world = try await MCPWorld.start(script)
    let error = try await world.failure(with: world.access())
    #expect(error?.code == .issuerMismatch)
    #expect(world.server.seen.authorizations.count == 1)
    #expect(world.server.seen.tokens.isEmpty)
  }
}
