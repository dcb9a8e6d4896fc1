// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("refresh tokens", .world)
struct RefreshTests {
  // attack: T-19
  @Test("a refresh returns a new token of the same family, whose absolute expiry does not change")
  func happyPath() async throws {
    let first = try await world.signIn()
    let before = try #require(try await world.family(first.refresh))
    world.server.clock.advance(by: .seconds(1000))
    let second = try await world.renewed(first.refresh)
    #expect(second.refresh != first.refresh && second.access != first.access)
    let after = try #require(try await world.family(second.refresh))
    #expect(after.id == before.id)
    #expect(after.absoluteExpiry == before.absoluteExpiry)
    #expect(after.revokedAt == nil)
    #expect(try await world.userInfo(second.access).status == 200)
    // The old token is refused after the grace period.
    world.server.clock.advance(by: .seconds(31))
    #expect(try await world.refresh(first.refresh).error == "invalid_grant")
  }

  @Test("within the grace period a used token returns the same successor")
  func grace() async throws {
    let first = try await world.signIn()
    let one = try await world.renewed(first.refresh)
    world.server.clock.advance(by: .seconds(29))
    let two = try await world.renewed(first.refresh)
    #expect(one.refresh == two.refresh)
    #expect(try await world.refresh(two.refresh).status == 200)
  }

  // attack: T-21
  @Test("a used token revokes the family once its successor was used, also within the grace period")
  func windowClosed() async throws {
    let first = try await world.signIn()
    let second = try await world.renewed(first.refresh)
    let third = try await world.renewed(second.refresh)
    world.server.clock.advance(by: .seconds(1))
    #expect(try await world.refresh(first.refresh).isRefused("invalid_grant"))
    #expect(try await world.refresh(third.refresh).error == "invalid_grant")
    #expect(try await world.userInfo(third.access).status == 401)
    #expect(world.log.has("refresh_reuse"))
  }

  // attack: T-22
  @Test("a used token revokes the family after the grace period")
  func afterWindow() async throws {
    let first = try await world.signIn()
    let second = try await world.renewed(first.refresh)
    world.server.clock.advance(by: .seconds(30))
    #expect(try await world.refresh(first.refresh).error == "invalid_grant")
    #expect(try await world.userInfo(second.access).status == 401)
    #expect(try await world.refresh(second.refresh).error == "invalid_grant")
  }

  // attack: T-23
  @Test("a token two generations old revokes the family, also within all grace periods")
  func twoGenerations() async throws {
    let first = try await world.signIn()
    let second = try await world.renewed(first.refresh)
    let third = try await world.renewed(second.refresh)
    #expect(try await world.refresh(first.refresh).error == "invalid_grant")
    #expect(try await world.refresh(third.refresh).error == "invalid_grant")
    #expect(try await world.refresh(second.refresh).error == "invalid_grant")
    #expect(try await world.family(third.refresh)?.revokedAt != nil)
  }

  // attack: T-24
  @Test("a hundred concurrent refreshes of one token return one successor")
  func race() async throws {
    let first = try await world.signIn()
    let replies = try await inParallel(100) { _ in try await world.refresh(first.refresh) }
    #expect(replies.allSatisfy { $0.status == 200 })
    #expect(Set(try replies.map { try Tokens($0).refresh }).count == 1)
    // There is one successor, of the next generation, and it is valid.
    let successor = try Tokens(replies[0]).refresh
    let digest = TokenDigest(of: Secret(successor))
    #expect(try await world.server.store.refresh(digest)?.record.generation == 1)
    #expect(try await world.refresh(successor).status == 200)
  }

  // attack: T-26
  @Test("a used token is recognized as used after a restart of the server")
  func restart() async throws {
    let first = try await world.signIn()
    let second = try await world.renewed(first.refresh)
    let restarted = try await world.restarted()
    restarted.server.clock.advance(by: .seconds(31))
    #expect(try await restarted.refresh(first.refresh).error == "invalid_grant")
    #expect(try await restarted.refresh(second.refresh).error == "invalid_grant")
    #expect(try await restarted.family(second.refresh)?.revokedAt != nil)
    await restarted.server.stop()
  }

  // attack: T-27
  @Test("a token that another client presents is refused, and stays valid for its own client")
  func otherClient() async throws {
    let tokens = try await world.signIn()
    for outsider in [TestClient.other, .web] {
      #expect(try await world.refresh(tokens.refresh, as: outsider).isRefused("invalid_grant"))
    }
    #expect(world.log.has("refresh_wrong_client"))
    #expect(try await world.userInfo(tokens.access).status == 200)
    #expect(try await world.refresh(tokens.refresh).status == 200)
  }

  // attack: T-28
  @Test("a refresh can narrow the scope, and cannot widen it")
  func scopes() async throws {
    let tokens = try await world.signIn(Ask(scope: "openid profile email"))
    let wider = try await world.refresh(
      tokens.refresh, scope: "openid profile email offline_access")
    #expect(wider.isRefused("invalid_scope"))
    let narrow = try await world.renewed(tokens.refresh, scope: "openid")
    #expect(narrow.json["scope"]?.stringValue == "openid")
    #expect(try await world.userInfo(narrow.access).json["email"] == nil)
    let reordered = try await world.renewed(narrow.refresh, scope: "email openid profile")
    #expect(Set(reordered.json["scope"]?.stringValue?.split(separator: " ") ?? []).count == 3)
    let form = "grant_type=refresh_token&client_id=app&scope=&refresh_token=\(reordered.refresh)"
    let full = try Tokens(await world.wire.post("/token", form: form))
    #expect(full.json["scope"]?.stringValue == "openid profile email")
  }

  // attack: T-29
  @Test(
    "idle and absolute expiry are exact, and use does not extend the absolute expiry",
    .world {
      $0.refreshIdle = 100
      $0.refreshAbsolute = 250
    },
    arguments: [
      (0, 99, 200), (0, 100, 400), (0, 101, 400), (3, 9, 200), (3, 10, 400), (3, 11, 400),
    ])
  func limits(uses: Int, age: Int, status: Int) async throws {
    var token = try await world.signIn().refresh
    for _ in 0..<uses {
      world.server.clock.advance(by: .seconds(80))
      token = try await world.renewed(token).refresh
    }
    world.server.clock.advance(by: .seconds(age))
    let reply = try await world.refresh(token)
    #expect(reply.status == status)
    #expect(status == 200 || reply.error == "invalid_grant")
  }

  // attack: T-31
  @Test("a modified refresh token is refused")
  func changed() async throws {
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
      #expect(try await world.refresh(variant).isRefused("invalid_grant"))
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

extension World {
  /// The family of a refresh token.
  func family(_ token: String) async throws -> RefreshFamily? {
    try await server.store.refresh(TokenDigest(of: Secret(token)))?.family
  }
}
