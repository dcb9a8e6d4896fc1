// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import TestKit

extension AccountWorld {
  /// Requests the code of a second factor.
  func sendSecondFactor(
    _ state: String, to phone: String = AccountWorld.phone, device: String = "phone-1",
    client: String = "app"
  ) async throws -> CallReply {
    try await call(
      .post, "/api/v2/sdk/mfa/sms", fields: ["X-state-token": state],
      body: ["mobile": .string(phone)], device: device, client: client)
  }

  /// The state token of a pending login, and the code that was sent for it.
  func secondFactorSent() async throws -> (state: String, code: String) {
    let state = try await signIn().stateToken
    #expect(try await sendSecondFactor(state).status == 200)
    return (state, try lastCode())
  }

  /// Completes the login with the code of the second factor.
  func verify(
    _ state: String, code: String, device: String = "phone-1", client: String = "app"
  ) async throws -> CallReply {
    try await call(
      .post, "/api/v2/sdk/mfa/sms/verify", fields: ["X-state-token": state],
      body: ["verify_code": .string(code)], device: device, client: client)
  }
}
