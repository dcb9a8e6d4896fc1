// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Debian's `oidc-agent`, which stores tokens for programs in a shell.
///
/// It registers redirect URIs with a private scheme and with three ports of `localhost` without a path; its requests have
/// PKCE and `prompt=consent`, and no nonce; it needs a refresh token, and `scope` in the registration response (seen in
/// 4.2.6, 2026-11).
@Suite(
  "coatcheckd with oidc-agent", .enabled(if: ForeignClient.agentIsInstalled), .serialized,
  .timeLimit(.minutes(10)))
struct OIDCAgentTests {
  private func start(_ flow: String) async throws -> (ServedIssuer, ForeignClient) {
    // Long enough to be used, short enough to expire in the test.
    let ours = try await ServedIssuer.start(settings: ["accessTokenLifetime": 12])
    return (ours, try ForeignClient("oidc_agent.py", [ours.issuer, flow]))
  }

  /// Checks the agent's tokens after the user approved.
  private func expectTokens(of agent: ForeignClient) async throws {
    let generated = try await agent.step("generated")
    #expect(generated["status"] == 0, "\(generated)")
    let token = try await agent.step("token")
    #expect(token["status"] == 200)
    #expect(token["subject"] == "u-alice")
    #expect(token["name"] == "Alice Example")
    let forced = try await agent.step("forced")
    #expect(forced["new"] == true && forced["status"] == 200, "\(forced)")
    let later = try await agent.step("later")
    #expect(later["ended"] == 401, "the access token expires")
    #expect(later["new"] == true && later["status"] == 200, "\(later)")
    let deleted = try await agent.result()
    #expect(deleted["listed"] == true && deleted["status"] == 0, "\(deleted)")
    // The agent deletes its registration.
    #expect(deleted["output"]?.stringValue?.contains("Deleted oidc client.") == true, "\(deleted)")
  }

  @Test("the agent registers, signs the user in by the browser, and refreshes its token")
  func code() async throws {
    let (ours, agent) = try await start("code")
    defer {
      agent.stop()
      ours.stop()
    }
    let address = try #require(try await agent.step("asking")["address"]?.stringValue)
    // The agent listens at the redirect URI in the address.
    try await ours.alice(returningTo: "http://localhost").visit(#require(URL(string: address)))
    try await expectTokens(of: agent)
  }

  @Test("the agent registers, signs the user in by the device flow, and refreshes its token")
  func device() async throws {
    let (ours, agent) = try await start("device")
    defer {
      agent.stop()
      ours.stop()
    }
    let asking = try await agent.step("asking")
    let page = try await DeviceUser().visit(
      #require(asking["address"]?.stringValue), typing: asking["code"]?.stringValue)
    #expect(page.contains("oidc-agent"), "\(page)")
    try await expectTokens(of: agent)
  }
}
