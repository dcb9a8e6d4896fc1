// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Setting a password") struct UpdatePasswordTests {
  private static let new = "Otter-under-9-bridges"

  /// A password for each of the eight rules that breaks it.
  private static let passwords = [
    ("PWD.1001", "Ab3-xyz"), ("PWD.1002", "li.na99x"), ("PWD.1003", "kdhwpqmz"),
    ("PWD.1004", "P@ssw0rd1"), ("PWD.1005", AccountWorld.password), ("PWD.1006", "x99an.il"),
    ("PWD.1007", "kdhw7777pqmz"), ("PWD.1008", "So-lina.li-7"),
  ]

  @Test("works with a code to the phone, and ends every session")
  func success() async throws {
    let world = try await AccountWorld.withUser()
    let here = try await world.signIn()
    let there = try await world.signIn(device: "phone-2")
    #expect(try await world.setPassword(Self.new, code: world.code("FORGET_PWD_SMS")).status == 200)
    #expect(try await world.refresh(here.sessionToken).code == "COMMON.1005")
    #expect(try await world.refresh(there.sessionToken, device: "phone-2").code == "COMMON.1005")
    #expect(try await world.userInfo(there.idToken).code == "COMMON.1005")
    #expect(try await world.signIn().code == "LOGIN.1005")
    #expect(try await world.signIn(password: Self.new).status == 200)
  }

  @Test("works for a signed-in user, and for a first password")
  func change() async throws {
    let world = try await AccountWorld.start()
    let user = try await world.add(password: nil)
    let signedIn = try await world.signIn(by: world.code("LOGIN_SMS"))
    #expect(user.passwordHash == nil)
    world.server.clock.advance(by: .seconds(60))
    let code = try await world.code("UPDATE_PWD_SMS", idToken: signedIn.idToken)
    #expect(try await world.setPassword(Self.new, code: code).status == 200)
    #expect(try await world.signIn(password: Self.new).status == 200)
  }

  // attack: V-03
  @Test("is refused for an account that was unused for 180 days, and ends nothing there")
  func dormant() async throws {
    let world = try await AccountWorld.withUser()
    world.server.clock.advance(by: .seconds(181 * 86_400))
    let code = try await world.code("FORGET_PWD_SMS")
    #expect(try await world.setPassword(Self.new, code: code).code == "COMMON.1013")
    #expect(try await world.signIn(password: Self.new).code == "LOGIN.1005")
    #expect(try await world.signIn().status == 200)
  }

  @Test("removes a lock")
  func unlocks() async throws {
    let world = try await AccountWorld.withUser()
    for _ in 1...5 { _ = try await world.signIn(password: "wrong") }
    #expect(try await world.signIn().code == "LOGIN.1003")
    let code = try await world.code("FORGET_PWD_SMS")
    #expect(try await world.setPassword(Self.new, code: code).status == 200)
    #expect(try await world.signIn(password: Self.new).status == 200)
  }

  @Test("refuses each bad password by its own code", arguments: passwords)
  func refused(code: String, password: String) async throws {
    let name = ["PWD.1002", "PWD.1006"].contains(code) ? "li.na99x" : "li.na99"
    let world = try await AccountWorld.start()
    try await world.add(name, email: "lina.li@example.com", claims: ["name": "李娜"])
    let answer = try await world.setPassword(password, code: world.code("FORGET_PWD_SMS"))
    #expect(answer.status == 400)
    #expect(answer.code == code)
    #expect(try await world.signIn(name).status == 200)
  }

  @Test("refuses the last passwords, and accepts one from before them")
  func history() async throws {
    var policy = PasswordPolicy()
    policy.history = 2
    let world = try await AccountWorld.start(
      settings: {
        $0.resendAfter = 1
        $0.sendsPerHour = 100
        $0.sendsPerDay = 100
      }, policy: policy)
    try await world.add()
    let passwords = (1...4).map { "Otter-under-\($0)-bridges" }
    for password in passwords {
      world.server.clock.advance(by: .seconds(61))
      let code = try await world.code("FORGET_PWD_SMS")
      #expect(try await world.setPassword(password, code: code).status == 200)
    }
    for (password, status) in zip(passwords.reversed(), [400, 400, 400, 200]) {
      world.server.clock.advance(by: .seconds(61))
      let code = try await world.code("FORGET_PWD_SMS")
      let answer = try await world.setPassword(password, code: code)
      #expect(answer.status == status)
      #expect(answer.code == (status == 200 ? "" : "PWD.1005"))
    }
  }

  @Test("does not use the code up for an invalid password")
  func keepsCode() async throws {
    let world = try await AccountWorld.withUser()
    let code = try await world.code("FORGET_PWD_SMS")
    for bad in ["short", "onlyletters", "Password1", "x138000000009.0013800000000"] {
      #expect(try await world.setPassword(bad, code: code).code.hasPrefix("PWD."))
    }
    #expect(try await world.setPassword(Self.new, code: code).status == 200)
  }

  // attack: I-29
  @Test("needs a right code, which can be used once")
  func code() async throws {
    let world = try await AccountWorld.withUser()
    #expect(try await world.setPassword(Self.new, code: "123456").code == "COMMON.1005")
    let code = try await world.code("FORGET_PWD_SMS")
    let wrong = try await world.setPassword(Self.new, code: AccountWorld.wrong(code))
    #expect(wrong.code == "SMS.1005")
    #expect(wrong["attempts_left"]?.intValue == 4)
    #expect(try await world.setPassword(Self.new, code: code).status == 200)
    #expect(try await world.setPassword("Another-7-otters", code: code).code == "COMMON.1005")
  }

  // attack: I-31
  @Test("refuses a code of another purpose, device, client or phone")
  func bound() async throws {
    let world = try await AccountWorld.withUser()
    try await world.add("lina", phone: "+8613900000000")
    let login = try await world.code("LOGIN_SMS")
    #expect(try await world.setPassword(Self.new, code: login).status == 400)
    world.server.clock.advance(by: .seconds(60))
    let code = try await world.code("FORGET_PWD_SMS")
    #expect(try await world.setPassword(Self.new, code: code, device: "phone-2").status == 400)
    #expect(try await world.setPassword(Self.new, code: code, client: "other").status == 400)
    #expect(
      try await world.setPassword(Self.new, code: code, phone: "+8613900000000").status == 400)
    #expect(try await world.signIn().status == 200)
    #expect(try await world.signIn("lina").status == 200)
    #expect(try await world.setPassword(Self.new, code: code).status == 200)
  }

  @Test("of an unknown number is refused as unknown, after the code was right")
  func unknownUser() async throws {
    let world = try await AccountWorld.start()
    let code = try await world.code("FORGET_PWD_SMS")
    #expect(
      try await world.setPassword(Self.new, code: AccountWorld.wrong(code)).code == "SMS.1005")
    let answer = try await world.setPassword(Self.new, code: code)
    #expect(answer.refusal == "COMMON.1013 user_not_found")
  }

  @Test("is refused when the policy cannot be read")
  func policyUnreadable() async throws {
    let world = try await AccountWorld.start(policy: nil)
    #expect(try await world.setPassword(Self.new, code: "123456").code == "LOGIN.1004")
  }
}
