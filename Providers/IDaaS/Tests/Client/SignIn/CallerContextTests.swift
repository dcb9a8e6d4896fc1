// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import Dispatch
import TestKit

/// A queue that runs an actor, and can tell whether it does.
private final class QueueExecutor: SerialExecutor {
  private static let mark = DispatchSpecificKey<ObjectIdentifier>()
  private let queue = DispatchQueue(label: "caller")

  init() { queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self)) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Whether the code that asks runs on this queue.
  var isRunning: Bool { DispatchQueue.getSpecific(key: Self.mark) == ObjectIdentifier(self) }
}

/// A part of an app that has a context of its own, as its main actor is.
private actor Caller {
  private nonisolated let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private static let mobile = ContactField.mobile("+86-13800000000")
  private(set) var strayed: [String] = []

  /// Whether code of another task is told apart.
  func tellsOthersApart() async -> Bool {
    let executor = executor
    return await Task.detached { !executor.isRunning }.value
  }

  private func note(_ call: String) {
    if !executor.isRunning { strayed.append(call) }
  }

  /// Signs in with calls, and lets each fail once.
  func signIn(at world: IDaaSWorld) async throws {
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
    let proof = try await pending.captcha(for: Self.mobile, kind: .proofOfWork).work()
    note("a captcha")
    try await pending.sendCode(to: Self.mobile, proof: proof)
    note("a code")
    do {
      try await pending.sendCode(to: Self.mobile, proof: proof)
      Issue.record("A proof sent two codes.")
    } catch { note("a refused code") }
    let code = try world.code("+8613800000000")
    let session = try #require(
      try await pending.finish(Self.mobile, code: code).session)
    note("a binding")
    do {
      _ = try await pending.finish(Self.mobile, code: code)
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
  }
}

@Suite("The context of the caller")
struct CallerContextTests {
  @Test("is where each call returns to, with a result and with an error")
  func context() async throws {
    let world = try await IDaaSWorld.start()
    let caller = Caller()
    #expect(await caller.tellsOthersApart())
    try await caller.signIn(at: world)
    #expect(await caller.strayed == [])
  }
}
