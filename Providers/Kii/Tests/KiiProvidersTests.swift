// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import TestKit

@Suite("Other providers' accounts at Kii")
struct KiiProvidersTests {
  private let world: KiiWorld

  init() async throws { world = try await KiiWorld.start() }

  private static let anna: [Case<(KiiProviderToken, String, JSONObject)>] = [
    Case(
      "Facebook",
      (.facebook(Secret("facebook:anna")), "Facebook", ["accessToken": "facebook:anna"])),
    Case(
      "Twitter",
      (
        .twitter(Secret("twitter:anna"), secret: Secret("anna's secret")), "Twitter",
        ["accessToken": "twitter:anna", "accessTokenSecret": "anna's secret"]
      )),
    Case(
      "QQ",
      (
        .qq(Secret("qq:anna"), openID: "anna"), "QQ",
        ["accessToken": "qq:anna", "openID": "anna"]
      )),
    Case(
      "Google", (.google(Secret("google:anna")), "Google", ["accessToken": "google:anna"])),
    Case(
      "Renren", (.renren(Secret("renren:anna")), "RenRen", ["accessToken": "renren:anna"])),
  ]

  @Test("sign in with a token that the app holds", arguments: anna)
  func signIn(row: Case<(KiiProviderToken, String, JSONObject)>) async throws {
    let (token, word, body) = row.value
    let first = try await world.client.signIn(using: .kiiProvider(token))
    let path = "/apps/app/integration/\(token.provider.rawValue)"
    let sent = try #require(world.kii.received(path).first)
    #expect(
      sent.head.headerFields[.contentType]
        == "application/vnd.kii.AuthToken\(word)Request+json")
    #expect(try world.bodies(path) == [body])
    #expect(first.stored?.extra["new_user_created"] == true)
    #expect(first.stored?.refreshToken != nil)
    #expect(try await KiiAccount(first).user().id == first.account.subject)

    let second = try await world.client.signIn(
      using: .kiiProvider(token, lifetime: KiiLifetime(seconds: 60)))
    #expect(second.account == first.account)
    #expect(second.stored?.extra["new_user_created"] == false)
    #expect(second.remaining == .seconds(60))
    #expect(try world.bodies(path).last?["expiresAt"] == 1_700_000_060_000)
  }

  @Test("are refused with a token that the provider does not know")
  func wrongToken() async throws {
    let error = await failure {
      try await world.client.signIn(using: .kiiProvider(.google(Secret("facebook:anna"))))
    }
    #expect(error?.outcome == .refused)
    #expect(error?.status == 401)
    #expect(error?.providerCode == "UNAUTHORIZED")
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("are checked for empty values before any request")
  func empty() async throws {
    for (token, parameter) in [
      (KiiProviderToken.facebook(Secret("")), "accessToken"),
      (.twitter(Secret("twitter:anna"), secret: Secret("")), "accessTokenSecret"),
      (.qq(Secret("qq:anna"), openID: ""), "openID"),
    ] {
      let error = await failure { try await world.client.signIn(using: .kiiProvider(token)) }
      #expect(error?.parameter == parameter)
    }
    #expect(world.kii.requests.all.isEmpty)
  }

  @Test("are linked to a user, sign in as that user, and are unlinked", arguments: anna)
  func links(row: Case<(KiiProviderToken, String, JSONObject)>) async throws {
    let (token, word, body) = row.value
    let (world, session) = try await KiiWorld.signedIn()
    let account = KiiAccount(session)
    try await account.link(token)
    let path = "/apps/app/users/me/\(token.provider.rawValue)/link"
    let sent = try #require(world.kii.received(path).first)
    #expect(sent.head.headerFields[.contentType] == "application/vnd.kii.Link\(word)Request+json")
    #expect(try world.bodies(path) == [body])

    let linked = try await world.client.signIn(using: .kiiProvider(token))
    #expect(linked.account == session.account)
    try await account.unlink(token.provider)
    let other = try await world.client.signIn(using: .kiiProvider(token))
    #expect(other.account != session.account)
  }

  @Test(
    "of another user cannot be linked: 318; an account that is not linked cannot be unlinked: 319"
  )
  func linkedAlready() async throws {
    _ = try await world.client.signIn(using: .kiiProvider(.facebook(Secret("facebook:anna"))))
    let account = KiiAccount(try await world.alice())
    let error = await failure { try await account.link(.facebook(Secret("facebook:anna"))) }
    #expect(error?.status == 409)
    #expect(error?.providerCode == "FACEBOOK_USER_ALREADY_LINKED")
    #expect(error.map { KiiErrorCode($0) } == .alreadyLinked)
    let none = await failure { try await account.unlink(.facebook) }
    #expect(none.map { KiiErrorCode($0) } == .notLinked)
    #expect(try await account.user().id == "u-alice")
  }
}
