// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A scripted transport")
struct ScriptedTransportTests {
  private func exchange() throws -> RefreshExchange {
    RefreshExchange(
      refreshToken: Secret("rt-1"), client: ClientIdentity(id: "app"),
      tokenEndpoint: try Endpoint("https://op.example/token"))
  }

  private static let reply: ScriptedTransport.Reply = .json([
    "access_token": "at-2", "token_type": "Bearer",
  ])

  @Test("answers with each of its lines once")
  func inOrder() async throws {
    let transport = ScriptedTransport([
      .init(
        "POST https://op.example/token", form: ["grant_type": "refresh_token"], reply: Self.reply)
    ])
    let grant = try await transport.perform(exchange(), environment: HandClock().environment)
    #expect(grant.accessToken.reveal() == "at-2")
    try transport.finish()
    await expectError(outcome: .misused) {
      try await transport.perform(exchange(), environment: HandClock().environment)
    }
    #expect(await failure { try transport.finish() }?.outcome == .misused)
    #expect(transport.requests.count == 2)
  }

  @Test("fails for a line that was not used")
  func unused() async throws {
    let transport = ScriptedTransport([
      .init("GET https://op.example/jwks", reply: .failure(.unreachable(.timedOut, "Late.")))
    ])
    let error = await failure { try transport.finish() }
    #expect(error?.reason.contains("GET https://op.example/jwks") == true)
  }

  @Test("fails for a form other than the expected one")
  func otherForm() async throws {
    let transport = ScriptedTransport([
      .init("POST https://op.example/token", form: ["refresh_token": "rt-2"], reply: Self.reply)
    ])
    await expectError(outcome: .misused) {
      try await transport.perform(exchange(), environment: HandClock().environment)
    }
  }
}
