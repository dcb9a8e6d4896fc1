// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("step-up authentication at a resource server", .world)
struct StepUpTests {
  /// Verifies the token as a resource server does.
  private func read(_ token: String) async throws -> AccessToken {
    let issuer = try Issuer(world.server.issuer)
    return try AccessTokenRules(
      issuer: issuer, audiences: [issuer.text], now: world.server.clock.now
    ).check(await world.verified(token))
  }

  private func refusal(_ requirement: ResourceRequirement, _ token: AccessToken) -> String? {
    do throws(OAuthError) {
      try requirement.check(token, at: world.server.clock.now)
      return nil
    } catch {
      return error.parameter
    }
  }

  @Test("a sign-in that is too old is refused, and repeated by max_age")
  func newer() async throws {
    let jar = CookieJar()
    func token(_ ask: Ask) async throws -> (AccessToken, Tokens) {
      let tokens = try await world.signIn(ask, jar: jar)
      return (try await read(tokens.access), tokens)
    }
    let recent = ResourceRequirement(maxAge: 300)
    let (first, tokens) = try await token(Ask(.web))
    #expect(refusal(recent, first) == nil)
    world.server.clock.advance(by: .seconds(301))
    #expect(refusal(recent, first) == "max_age")
    // A refresh does not count as a sign-in.
    let refreshed = try await world.renewed(tokens.refresh, as: .web)
    #expect(try await refusal(recent, read(refreshed.access)) == "max_age")
    let (second, _) = try await token(Ask(.web).with("max_age", "300"))
    #expect(refusal(recent, second) == nil)
  }

  @Test("an acr that the server supports is accepted, and another one is refused")
  func stronger() async throws {
    let password = AuthenticationContext.password
    let tokens = try await world.signIn(Ask(.web).with("acr_values", password))
    let token = try await read(tokens.access)
    #expect(token.acr == password)
    #expect(refusal(ResourceRequirement(acrValues: ["x", password]), token) == nil)
    #expect(refusal(ResourceRequirement(acrValues: ["x"]), token) == "acr_values")
    // A token of the client credentials grant has no sign-in of a user.
    let own = try Tokens(await world.credentials())
    let service = try await read(own.access)
    #expect(service.acr == nil && service.authTime == nil)
    #expect(refusal(ResourceRequirement(maxAge: 300), service) == "max_age")
  }
}
