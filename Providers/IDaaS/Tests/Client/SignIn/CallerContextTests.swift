// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

extension QueueActor {
  /// Signs in with calls, and makes each of them fail once.
  ///
  /// - Returns: The calls that did not return to this actor.
  fileprivate func signIn(at world: IDaaSWorld) async throws -> [String] {
    let mobile = ContactField.mobile("+86-13800000000")
    var strayed: [String] = []
    func note(_ call: String) {
      if !isHere { strayed.append(call) }
    }
    note("the beginning")
    let idaas = world.idaas
    let (token, uid) = world.token()
    let pending = try #require(
      try await idaas.signIn(weiboToken: token, uid: uid).pending)
    note("a sign-in")
    do {
      _ = try await idaas.signIn(weiboToken: Secret("2.00unknown"), uid: uid)
      Issue.record("An unknown token signed a user in.")
    } catch { note("a refused sign-in") }
    do {
      _ = try await idaas.signIn(with: ClosingUser())
      Issue.record("A closed browser signed a user in.")
    } catch { note("a closed browser") }
    let proof = try await pending.captcha(for: mobile, kind: .proofOfWork).work()
    note("a captcha")
    try await pending.sendCode(to: mobile, proof: proof)
    note("a code")
    do {
      try await pending.sendCode(to: mobile, proof: proof)
      Issue.record("A proof sent two codes.")
    } catch { note("a refused code") }
    let code = try world.code("+8613800000000")
    let session = try #require(
      try await pending.finish(mobile, code: code).session)
    note("a binding")
    do {
      _ = try await pending.finish(mobile, code: code)
      Issue.record("A sign-in was finished twice.")
    } catch { note("a refused binding") }
    let idToken = try await session.accessToken()
    do {
      _ = try await idaas.verify(Secret(idToken.reveal() + "x"))
      Issue.record("A changed token was accepted.")
    } catch { note("a refused token") }
    _ = try await idaas.verify(idToken)
    note("a verified token")
    try await session.refresh()
    note("a refresh")
    world.transport.isDown = true
    do {
      try await session.refresh()
      Issue.record("A session was refreshed without a network.")
    } catch { note("a failed refresh") }
    world.server.clock.advance(by: .seconds(7_300))
    do {
      _ = try await session.accessToken()
      Issue.record("An expired token was returned.")
    } catch { note("an expired token") }
    return strayed
  }
}

@Suite("The context of the caller")
struct CallerContextTests {
  @Test("is where each call returns to, with a result and with an error")
  func context() async throws {
    let world = try await IDaaSWorld.start()
    let caller = QueueActor()
    // The check recognizes code that runs elsewhere.
    #expect(await Task.detached { !caller.isHere }.value)
    let strayed = try await caller.signIn(at: world)
    #expect(strayed == [])
  }
}
