// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("The account of a signed-in user")
struct AccountTests {
  @Test("lists the linked accounts and keeps the last way to sign in")
  func social() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    let accounts = try await world.idaas.socialAccounts(of: session)
    #expect(accounts.map(\.type) == ["weibo"])
    #expect(accounts.first?.uid == world.token().uid)
    let id = try #require(accounts.first).id
    let error = await failure { try await world.idaas.unlink(id, of: session) }
    #expect(error?.returnCode == .unbindingFailed)
    #expect(try await world.idaas.socialAccounts(of: session).count == 1)
  }

  @Test("is read with a new ID token when the old one has expired")
  func fresh() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    world.server.clock.advance(by: .seconds(7_300))
    #expect(try await world.idaas.socialAccounts(of: session).count == 1)
    #expect(world.transport.count(IDaaSWorld.refreshPath) == 1)
  }

  @Test("is deleted with a code that was sent for it, and the client forgets it")
  func deletion() async throws {
    let world = try await IDaaSWorld.start()
    let mobile = "+86-13800000000"
    let pending = try #require(try await world.signIn().pending)
    let code = try await world.prove(pending, mobile, "+8613800000000")
    let session = try #require(try await pending.finish(.mobile(mobile), code: code).session)
    let wrong = await failure {
      try await world.idaas.deleteAccount(of: session, code: Secret("000000"))
    }
    #expect(wrong?.outcome == .refused)
    #expect(try await world.store.sessions().count == 1)
    world.server.clock.advance(by: .seconds(61))
    let captcha = try await world.idaas.captcha(
      for: .mobile(mobile), purpose: .deleteAccount, kind: .proofOfWork)
    try await world.idaas.sendCode(
      to: .mobile(mobile), purpose: .deleteAccount, proof: captcha.work(), for: session)
    try await world.idaas.deleteAccount(of: session, code: world.code("+8613800000000"))
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("gets another phone number with a code to it, right after signing in")
  func mobile() async throws {
    let world = try await IDaaSWorld.start()
    let (old, new) = ("+86-13800000000", "+86-13900000000")
    let pending = try #require(try await world.signIn().pending)
    let code = try await world.prove(pending, old, "+8613800000000")
    let session = try #require(try await pending.finish(.mobile(old), code: code).session)
    func newCode() async throws -> Secret {
      let captcha = try await world.idaas.captcha(
        for: .mobile(new), purpose: .updateMobile, kind: .proofOfWork)
      try await world.idaas.sendCode(
        to: .mobile(new), purpose: .updateMobile, proof: captcha.work(), for: session)
      return try world.code("+8613900000000")
    }
    let sent = try await newCode()
    let wrong = await failure {
      try await world.idaas.changeMobile(
        to: new, of: session, code: Secret(sent.reveal() == "000000" ? "111111" : "000000"))
    }
    #expect(wrong?.returnCode == .codeWrong)
    try await world.idaas.changeMobile(to: new, of: session, code: sent)
    #expect(try await world.idaas.userInfo(session).mobile == new)
    #expect(
      world.server.outbox.notices.map(\.event) == [.mobileChanged]
        && world.server.outbox.notices.first?.contact == .phone("+8613800000000"))
    // The session lives on; ten minutes later the user has to sign in again for this.
    world.server.clock.advance(by: .seconds(601))
    let late = try await newCode()
    let refused = await failure {
      try await world.idaas.changeMobile(to: new, of: session, code: late)
    }
    #expect(refused?.returnCode == .expired)
    #expect(try await world.signIn().session?.account == session.account)
  }
}
