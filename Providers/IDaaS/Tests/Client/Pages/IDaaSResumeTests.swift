// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("A sign-in with Weibo that another run of the program finishes")
struct IDaaSResumeTests {
  private static let redirectURI = "http://127.0.0.1:49152/callback"

  /// A run of the program, with the device id of its store.
  private static func run(_ world: IDaaSWorld, in folder: Folder) throws -> IDaaS {
    try IDaaS(
      IDaaSConfiguration(domain: world.server.origin, clientID: "app"),
      store: FileTokenStore(directory: folder.path), transport: Transports.system,
      environment: world.server.clock.environment)
  }

  private static func callback(_ world: IDaaSWorld, _ page: URL) async throws -> String {
    try await PhoneUser(
      .alice, number: "13800000000", at: world.server, transport: Transports.system
    ).authorize(at: page)
  }

  @Test("is stored under its name, once, also when many receive the callback at once")
  func once() async throws {
    let (world, folder) = (try await IDaaSWorld.start(), try Folder())
    let page = try await Self.run(world, in: folder).beginSignIn(
      redirectURI: Self.redirectURI, storedAs: "main")
    let callback = try #require(URL(string: try await Self.callback(world, page)))
    let outcomes = try await withThrowingTaskGroup(of: LoginOutcome?.self) { group in
      for _ in 0..<5 {
        group.addTask { try await Self.run(world, in: folder).resume(with: callback) }
      }
      return try await group.reduce(into: [LoginOutcome?]()) { $0.append($1) }
    }
    #expect(outcomes.compactMap { $0?.session }.count == 1)
    #expect(outcomes.count { $0 == nil } == 4)
    let stored = try await FileTokenStore(directory: folder.path).sessions()
    #expect(stored.map(\.name) == ["main"])
  }

  static let wrong = [
    (part: "/callback", other: "/other"), (part: "ticket=", other: "x="),
  ]

  // attack: C-01
  @Test("is not used up by an invalid callback", arguments: wrong)
  func refused(_ change: (part: String, other: String)) async throws {
    let (world, folder) = (try await IDaaSWorld.start(), try Folder())
    let idaas = try Self.run(world, in: folder)
    let page = try await idaas.beginSignIn(redirectURI: Self.redirectURI)
    let right = try await Self.callback(world, page)
    let wrong = try #require(URL(string: right.replacing(change.part, with: change.other)))
    let error = await failure { try await idaas.resume(with: wrong) }
    #expect(error?.code == .callbackMalformed)
    let callback = try #require(URL(string: right))
    let outcome = try await idaas.resume(with: callback)
    #expect(outcome?.session != nil)
  }

  @Test("is not found by the callback of another sign-in")
  func foreign() async throws {
    let (world, folder) = (try await IDaaSWorld.start(), try Folder())
    let idaas = try Self.run(world, in: folder)
    let page = try await idaas.beginSignIn(redirectURI: Self.redirectURI)
    let right = try await Self.callback(world, page)
    let wrong = try #require(URL(string: right.replacing("state=", with: "state=x")))
    let none = try await idaas.resume(with: wrong)
    #expect(none == nil)
    let callback = try #require(URL(string: right))
    let outcome = try await idaas.resume(with: callback)
    #expect(outcome?.session != nil)
  }

  @Test("is refused after ten minutes")
  func late() async throws {
    let (world, folder) = (try await IDaaSWorld.start(), try Folder())
    let idaas = try Self.run(world, in: folder)
    let page = try await idaas.beginSignIn(redirectURI: Self.redirectURI)
    let callback = try #require(URL(string: try await Self.callback(world, page)))
    world.server.clock.advance(by: .seconds(601))
    let error = await failure { try await idaas.resume(with: callback) }
    #expect(error?.code == .transactionExpired)
  }

  @Test("ends when the user denies access at Weibo")
  func denied() async throws {
    let (world, folder) = (try await IDaaSWorld.start(), try Folder())
    let idaas = try Self.run(world, in: folder)
    let page = try await idaas.beginSignIn(redirectURI: Self.redirectURI)
    let state = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?
      .first { $0.name == "state" }?.value
    let callback = try #require(
      URL(string: Self.redirectURI + "?error=access_denied&state=\(state ?? "")"))
    let error = await failure { try await idaas.resume(with: callback) }
    #expect(error?.code == .accessDenied)
    let outcome = try await idaas.resume(with: callback)
    #expect(outcome == nil)
  }
}
