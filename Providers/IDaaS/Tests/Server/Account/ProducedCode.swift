// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

/// Return codes about accounts and sessions, each as a real server answers it.
enum ProducedCode {
  /// `LOGIN.1003`
  static func locked() async throws -> CallReply {
    try await answer { world in
      try await world.add()
      for _ in 1...4 { _ = try await world.signIn(password: "wrong") }
      return try await world.signIn(password: "wrong")
    }
  }

  /// `LOGIN.1004`
  static func passwordPolicyUnreadable() async throws -> CallReply {
    try await answer(policy: nil) { try await $0.signIn() }
  }

  /// `LOGIN.1005`
  static func wrongPassword() async throws -> CallReply {
    try await answer { try await $0.signIn() }
  }

  /// `LOGIN.1006` to `LOGIN.1008`, by the path.
  static func sourceMissing(_ path: String) async throws -> CallReply {
    try await answer { try await $0.call(.post, path, body: ["code": "c"]) }
  }

  /// `PWD.1001` to `PWD.1008`: what is answered to a new password.
  static func password(_ password: String) async throws -> CallReply {
    try await answer { world in
      try await world.add("li.na99", email: "lina.li@example.com", claims: ["name": "李娜"])
      let code = try await world.code("FORGET_PWD_SMS")
      return try await world.setPassword(password, code: code)
    }
  }

  /// A password for each of the eight rules which breaks that one.
  static let passwords = [
    ("PWD.1001", "Ab3-xyz"), ("PWD.1002", "li.na99x"), ("PWD.1003", "kdhwpqmz"),
    ("PWD.1004", "P@ssw0rd1"), ("PWD.1005", AccountWorld.password), ("PWD.1006", "x99an.il"),
    ("PWD.1007", "kdhw7777pqmz"), ("PWD.1008", "So-lina.li-7"),
  ]

  /// `MFA.1001`
  static func mobileMismatch() async throws -> CallReply {
    try await answer(secondFactor: "SMS") { world in
      try await world.add()
      let state = try await world.signIn().stateToken
      return try await world.sendSecondFactor(state, to: "+8613900000000")
    }
  }

  /// `MFA.1002` or `MFA.1003`, by what the operator wrote.
  static func accessPolicy(_ word: String) async throws -> CallReply {
    try await answer(secondFactor: word) { world in
      try await world.add()
      return try await world.signIn()
    }
  }

  /// `COMMON.1004`
  static func signatureUnreadable() async throws -> CallReply {
    try await answer { world in
      world.change { $0.wantsSignatures = true }
      return try await world.refresh("x")
    }
  }

  /// `COMMON.1014`
  static func privateKeyMissing() async throws -> CallReply {
    try await answer { try await $0.call(.get, "/api/v2/sdk/public-key") }
  }

  /// `SOCIAL.1001`
  static func unbindingFailed() async throws -> CallReply {
    try await answer { world in
      try await world.add()
      return try await world.unbind("none", by: world.signIn().idToken)
    }
  }

  private static func answer(
    policy: PasswordPolicy? = PasswordPolicy(), secondFactor: String? = nil,
    _ body: (AccountWorld) async throws -> CallReply
  ) async throws -> CallReply {
    let world = try await AccountWorld.start(
      policy: policy, application: { $0.secondFactor = secondFactor })
    let answer = try await body(world)
    await world.server.stop()
    return answer
  }
}
