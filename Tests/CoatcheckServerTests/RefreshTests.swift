// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("refresh tokens")
struct RefreshTests {
  /// Uses a refresh token and expects a new one.
  private func rotated(_ world: World, _ token: String) async throws -> Tokens {
    try Tokens(await world.refresh(token))
  }

  // attack: T-19
  @Test("a refresh gives a new token of the same family, whose end does not move")
  func happyPath() async throws {
    try await World.run { world in
      let first = try await world.signIn()
      let before = try #require(try await world.family(first.refresh))
      world.server.clock.advance(by: .seconds(1000))
      let second = try await rotated(world, first.refresh)
      #expect(second.refresh != first.refresh && second.access != first.access)
      let after = try #require(try await world.family(second.refresh))
      #expect(after.id == before.id)
      #expect(after.absoluteExpiry == before.absoluteExpiry)
      #expect(after.revokedAt == nil)
      #expect(try await world.userInfo(second.access).status == 200)
      // The old one is used.
      world.server.clock.advance(by: .seconds(31))
      #expect(try await world.refresh(first.refresh).error == "invalid_grant")
    }
  }

  @Test("inside the window the old token gives the very same successor")
  func grace() async throws {
    try await World.run { world in
      let first = try await world.signIn()
      let one = try await rotated(world, first.refresh)
      world.server.clock.advance(by: .seconds(29))
      let two = try await rotated(world, first.refresh)
      #expect(one.refresh == two.refresh)
      #expect(try await world.refresh(two.refresh).status == 200)
    }
  }

  // attack: T-21
  @Test("an old token inside its window, but after its successor was used, ends the family")
  func windowClosed() async throws {
    try await World.run { world in
      let first = try await world.signIn()
      let second = try await rotated(world, first.refresh)
      let third = try await rotated(world, second.refresh)
      world.server.clock.advance(by: .seconds(1))
      let reply = try await world.refresh(first.refresh)
      #expect(reply.status == 400)
      #expect(reply.error == "invalid_grant")
      #expect(try await world.refresh(third.refresh).error == "invalid_grant")
      #expect(try await world.userInfo(third.access).status == 401)
      #expect(world.log.has("refresh_reuse"))
    }
  }

  // attack: T-22
  @Test("an old token after its window ends the family")
  func afterWindow() async throws {
    try await World.run { world in
      let first = try await world.signIn()
      let second = try await rotated(world, first.refresh)
      world.server.clock.advance(by: .seconds(30))
      #expect(try await world.refresh(first.refresh).error == "invalid_grant")
      #expect(try await world.userInfo(second.access).status == 401)
      #expect(try await world.refresh(second.refresh).error == "invalid_grant")
    }
  }

  // attack: T-23
  @Test("a token two generations old ends the family, though every window is open")
  func twoGenerations() async throws {
    try await World.run { world in
      let first = try await world.signIn()
      let second = try await rotated(world, first.refresh)
      let third = try await rotated(world, second.refresh)
      #expect(try await world.refresh(first.refresh).error == "invalid_grant")
      #expect(try await world.refresh(third.refresh).error == "invalid_grant")
      #expect(try await world.refresh(second.refresh).error == "invalid_grant")
      #expect(try await world.family(third.refresh)?.revokedAt != nil)
    }
  }

  // attack: T-24
  @Test("a hundred parallel refreshes of one token give one successor")
  func race() async throws {
    try await World.run { world in
      let first = try await world.signIn()
      let replies = try await withThrowingTaskGroup(of: WireReply.self) { group in
        for _ in 0..<100 { group.addTask { try await world.refresh(first.refresh) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(replies.allSatisfy { $0.status == 200 })
      #expect(Set(try replies.map { try Tokens($0).refresh }).count == 1)
      // One successor, of the next generation, and it works.
      let successor = try Tokens(replies[0]).refresh
      let digest = TokenDigest(of: Secret(successor))
      #expect(try await world.server.store.refresh(digest)?.record.generation == 1)
      #expect(try await world.refresh(successor).status == 200)
    }
  }

  // attack: T-26
  @Test("a used token is still known as used after a restart of the server")
  func restart() async throws {
    let world = try await World.start()
    let first = try await world.signIn()
    let second = try await rotated(world, first.refresh)
    let restarted = World(server: try await world.server.restarted(), log: world.log)
    restarted.server.clock.advance(by: .seconds(31))
    #expect(try await restarted.refresh(first.refresh).error == "invalid_grant")
    #expect(try await restarted.refresh(second.refresh).error == "invalid_grant")
    #expect(try await restarted.family(second.refresh)?.revokedAt != nil)
    await restarted.server.stop()
  }

  // attack: T-27
  @Test("a token presented by another client is refused, and stays good for its own")
  func otherClient() async throws {
    try await World.run { world in
      let tokens = try await world.signIn()
      for outsider in [TestClient.other, .web] {
        let reply = try await world.refresh(tokens.refresh, as: outsider)
        #expect(reply.status == 400)
        #expect(reply.error == "invalid_grant")
      }
      #expect(world.log.has("refresh_wrong_client"))
      #expect(try await world.userInfo(tokens.access).status == 200)
      #expect(try await world.refresh(tokens.refresh).status == 200)
    }
  }

  // attack: T-28
  @Test("a refresh may narrow the scope, never widen it")
  func scopes() async throws {
    try await World.run { world in
      let tokens = try await world.signIn(Ask(scope: "openid profile email"))
      let wider = try await world.refresh(
        tokens.refresh, scope: "openid profile email offline_access")
      #expect(wider.status == 400)
      #expect(wider.error == "invalid_scope")
      let narrow = try Tokens(await world.refresh(tokens.refresh, scope: "openid"))
      #expect(narrow.json["scope"]?.stringValue == "openid")
      #expect(try await world.userInfo(narrow.access).json["email"] == nil)
      let reordered = try Tokens(
        await world.refresh(narrow.refresh, scope: "email openid profile"))
      #expect(Set(reordered.json["scope"]?.stringValue?.split(separator: " ") ?? []).count == 3)
      let form = "grant_type=refresh_token&client_id=app&scope=&refresh_token=\(reordered.refresh)"
      let full = try Tokens(await world.wire.post("/token", form: form))
      #expect(full.json["scope"]?.stringValue == "openid profile email")
    }
  }

  // attack: T-29
  @Test("idle and absolute limits hold to the second, and use does not move the absolute one")
  func limits() async throws {
    func run(_ test: (World, Tokens) async throws -> Void) async throws {
      try await World.run(
        configure: {
          $0.refreshIdle = 100
          $0.refreshAbsolute = 250
        }
      ) { world in try await test(world, world.signIn()) }
    }
    for (age, status) in [(99, 200), (100, 400), (101, 400)] {
      try await run { world, tokens in
        world.server.clock.advance(by: .seconds(age))
        let reply = try await world.refresh(tokens.refresh)
        #expect(reply.status == status)
      }
    }
    for (last, status) in [(249, 200), (250, 400), (251, 400)] {
      try await run { world, tokens in
        var token = tokens.refresh
        for _ in 0..<3 {
          world.server.clock.advance(by: .seconds(80))
          token = try await rotated(world, token).refresh
        }
        world.server.clock.advance(by: .seconds(last - 240))
        let reply = try await world.refresh(token)
        #expect(reply.status == status)
        #expect(status == 200 || reply.error == "invalid_grant")
      }
    }
  }

  // attack: T-31
  @Test("an opaque token changed in any way is no token")
  func changed() async throws {
    try await World.run { world in
      let tokens = try await world.signIn()
      let token = tokens.refresh
      let flipped = String(
        token.enumerated().map { index, character in
          guard index == 20 else { return character }
          return character.isUppercase
            ? Character(character.lowercased())
            : character.isLowercase ? Character(character.uppercased()) : "A"
        })
      let variants = [
        String(token.dropLast()), token + "A", flipped, "cc_rt_", String(token.dropFirst(6)),
        "cc_ac_" + token.dropFirst(6), "at_" + token.dropFirst(6), token.uppercased(),
        token + " ", " " + token,
      ]
      #expect(flipped != token)
      for variant in variants {
        let reply = try await world.refresh(variant)
        #expect(reply.status == 400)
        #expect(reply.error == "invalid_grant")
      }
      let code = try await world.code()
      for variant in [
        String(code.dropLast()), code + "A", "cc_ac_", String(code.dropFirst(6)),
        "cc_rt_" + code.dropFirst(6),
      ] {
        #expect(try await world.exchange(variant).error == "invalid_grant")
      }
      #expect(try await world.exchange(code).status == 200)
      #expect(try await world.refresh(token).status == 200)
    }
  }
}

extension World {
  /// The family a refresh token belongs to.
  func family(_ token: String) async throws -> RefreshFamily? {
    try await server.store.refresh(TokenDigest(of: Secret(token)))?.family
  }
}
