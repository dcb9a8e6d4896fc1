// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("access tokens at an API that wants a newer or a stronger sign-in")
struct StepUpTests {
  /// The token as an API reads it.
  private func read(_ token: String, _ world: World) async throws -> AccessToken {
    let jwks = try await world.wire.send("GET", "/jwks")
    let issuer = try Issuer(world.server.issuer)
    return try AccessTokenRules(
      issuer: issuer, audiences: [issuer.text], now: world.server.clock.now
    ).check(verified(token, by: jwks))
  }

  private func refusal(
    _ requirement: ResourceRequirement, _ token: AccessToken, _ world: World
  ) -> String? {
    do throws(OAuthError) {
      try requirement.check(token, at: world.server.clock.now)
      return nil
    } catch {
      return error.parameter
    }
  }

  @Test("a sign-in that is too old is refused, and done again by its maximum age")
  func newer() async throws {
    try await World.run { world in
      let jar = CookieJar()
      func token(_ ask: Ask) async throws -> (AccessToken, Tokens) {
        let code = try #require(try await world.callback(ask, jar: jar)["code"])
        let tokens = try Tokens(await world.exchange(code, ask))
        return (try await read(tokens.access, world), tokens)
      }
      let recent = ResourceRequirement(maxAge: 300)
      let (first, tokens) = try await token(Ask(.web))
      #expect(refusal(recent, first, world) == nil)
      world.server.clock.advance(by: .seconds(301))
      #expect(refusal(recent, first, world) == "max_age")
      // A refresh is no sign-in.
      let refreshed = try Tokens(await world.refresh(tokens.refresh, as: .web))
      #expect(try await refusal(recent, read(refreshed.access, world), world) == "max_age")
      let (second, _) = try await token(Ask(.web).with("max_age", "300"))
      #expect(refusal(recent, second, world) == nil)
    }
  }

  @Test("a class that the issuer has is fulfilled, another one is not")
  func stronger() async throws {
    try await World.run { world in
      let password = AuthenticationContext.password
      let tokens = try await world.signIn(Ask(.web).with("acr_values", password))
      let token = try await read(tokens.access, world)
      #expect(token.acr == password)
      #expect(refusal(ResourceRequirement(acrValues: ["x", password]), token, world) == nil)
      #expect(refusal(ResourceRequirement(acrValues: ["x"]), token, world) == "acr_values")
      // No user signed in for a client's own token.
      let own = try Tokens(
        await world.token(["grant_type": "client_credentials"], as: .service))
      let service = try await read(own.access, world)
      #expect(service.acr == nil && service.authTime == nil)
      #expect(refusal(ResourceRequirement(maxAge: 300), service, world) == "max_age")
    }
  }
}
