// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Debian's `oidc-agent`, which keeps tokens for programs in a shell.
///
/// Its ways: it registers with a private scheme and three ports of `localhost`, of which the redirect URI has no path; its
/// requests have PKCE, but no nonce, and `prompt=consent`; it needs a refresh token, and `scope` in the answer to a registration (seen in
/// 4.2.6, 2026-11).
@Suite(
  "coatcheckd and oidc-agent", .enabled(if: ForeignClient.agentIsInstalled), .serialized,
  .timeLimit(.minutes(10)))
struct OIDCAgentTests {
  private func start(_ flow: String) async throws -> (ServedIssuer, ForeignClient) {
    // Long enough to be used, short enough to see one end.
    let ours = try await ServedIssuer.start(settings: ["accessTokenLifetime": 12])
    return (ours, try ForeignClient("oidc_agent.py", [ours.issuer, flow]))
  }

  /// What the agent's tokens are good for, once a person has allowed it.
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
    #expect(later["ended"] == 401, "the access token ends")
    #expect(later["new"] == true && later["status"] == 200, "\(later)")
    let deleted = try await agent.result()
    #expect(deleted["listed"] == true && deleted["status"] == 0, "\(deleted)")
    // It ends its registration by itself.
    #expect(deleted["output"]?.stringValue?.contains("Deleted oidc client.") == true, "\(deleted)")
  }

  @Test("it registers, sends a person to the pages, and gives tokens, also after one has ended")
  func code() async throws {
    let (ours, agent) = try await start("code")
    defer {
      agent.stop()
      ours.stop()
    }
    let address = try #require(try await agent.step("asking")["address"]?.stringValue)
    // Its listener answers at the redirect URI in the address.
    try await ours.alice(returningTo: "http://localhost").visit(#require(URL(string: address)))
    try await expectTokens(of: agent)
  }

  @Test("it registers, shows the code of a device, and gives tokens once a person has typed it")
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
