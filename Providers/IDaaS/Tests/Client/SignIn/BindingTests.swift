// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Proving a phone number")
struct BindingTests {
  private static let mobile = "+86-13800000000"
  private static let e164 = "+8613800000000"

  @Test("registers, and the next sign-in needs no proof")
  func registers() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let code = try await world.prove(pending, Self.mobile, Self.e164)
    let session = try #require(try await pending.finish(.mobile(Self.mobile), code: code).session)
    let user = try await world.idaas.verify(try #require(session.stored).accessToken)
    #expect(user.mobile == Self.mobile)
    #expect(try await world.signIn().session?.account == session.account)
  }

  @Test("refuses a phone number that is bound to another Weibo account")
  func secondUser() async throws {
    let (world, first) = try await IDaaSWorld.registering()
    _ = try await first.finish(
      .mobile(Self.mobile), code: world.prove(first, Self.mobile, Self.e164))
    let second = try #require(try await world.signIn(.bob).pending)
    world.server.clock.advance(by: .seconds(61))
    let code = try await world.prove(second, Self.mobile, Self.e164)
    let error = await failure {
      try await second.finish(.mobile(Self.mobile), code: code)
    }
    #expect(error?.returnCode == .alreadyBound)
  }

  @Test("with a wrong code can be tried again, and reports the attempts left")
  func wrongCode() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let code = try await world.prove(pending, Self.mobile, Self.e164)
    let wrong = Secret(code.reveal() == "000000" ? "111111" : "000000")
    let error = await failure {
      try await pending.finish(.mobile(Self.mobile), code: wrong)
    }
    #expect(error?.returnCode == .codeWrong)
    #expect(error?.attemptsLeft == 4)
    #expect(error?.remedy == .correctInput)
    #expect(try await pending.finish(.mobile(Self.mobile), code: code).session != nil)
  }

  @Test("normalises every way to write a number by the list of countries")
  func numbers() async throws {
    let world = try await IDaaSWorld.start()
    let codes = try await world.idaas.areaCodes()
    for typed in ["13800000000", "+86 138 0000 0000", "+86-13800000000", "008613800000000"] {
      #expect(codes.number(typed)?.hyphenated == Self.mobile)
    }
    #expect(codes.number("12") == nil)
  }

  @Test("solves the captcha by proof of work, which ends when the task is cancelled")
  func work() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let slider = try await pending.captcha(for: .mobile(Self.mobile))
    #expect(slider.slider?.picture.isEmpty == false)
    #expect(try await slider.work().token.reveal().utf8.count >= 43)
    let captcha = try await pending.captcha(for: .mobile(Self.mobile), kind: .proofOfWork)
    let task = Task { try await captcha.work() }
    task.cancel()
    await #expect(throws: OAuthError.self) { try await task.value }
    // The server stops with the world.
    withExtendedLifetime(world) {}
  }

  @Test("solves the slider by the position of its piece at any size, and returns what was sent")
  func slider() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let missed = try await pending.captcha(for: .mobile(Self.mobile))
    let refused = await failure { try await missed.answer(.slider(x: 0, y: 5)) }
    #expect(refused?.returnCode == .slideWrong)
    let captcha = try await missed.again()
    let place = try #require(try await world.server.slide(for: captcha.challenge.token))
    let width = try #require(captcha.slider?.width)
    // Shown at twice its size.
    let proof = try await captcha.answer(
      .slider(x: Double(2 * place), y: 5, displayWidth: Double(2 * width)))
    let sent = try await pending.sendCode(to: .mobile(Self.mobile), proof: proof)
    #expect(sent == MessageSent(resendAfter: 60, expire: 300, codeLength: 6))
    let code = try world.code(Self.e164)
    #expect(try await pending.finish(.mobile(Self.mobile), code: code).session != nil)
  }

  @Test("works with an e-mail address too")
  func email() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let contact = ContactField.email("zhang@example.com")
    let proof = try await pending.captcha(for: contact, kind: .proofOfWork).work()
    try await pending.sendCode(to: contact, proof: proof)
    let message = try #require(world.server.outbox.last(to: .email("zhang@example.com")))
    let session = try await pending.finish(contact, code: Secret(message.code)).session
    let user = try await world.idaas.verify(try #require(session?.stored).accessToken)
    #expect(user.email == "zhang@example.com")
  }
}
