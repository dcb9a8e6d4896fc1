// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import TestKit

@Suite("Users of a Kii app")
struct KiiUsersTests {
  private let world: KiiWorld

  init() async throws { world = try await KiiWorld.start() }

  private static let usersPath = "/apps/app/users"

  @Test("register with a password, and are signed in")
  func registration() async throws {
    var carol = KiiRegistration(
      loginName: "carol", emailAddress: "carol@example.com", displayName: "Carol", country: "JP",
      fields: ["age": 7])
    carol.locale = "ja"
    let session = try await world.client.signIn(
      using: .kiiRegistration(
        carol, password: Secret("cheshire"), lifetime: KiiLifetime(seconds: 60)),
      storedAs: "carol")
    #expect(session.remaining == .seconds(60))
    let sent = try #require(world.kii.received(Self.usersPath).first)
    #expect(sent.head.headerFields[.contentType] == "application/vnd.kii.RegistrationRequest+json")
    #expect(sent.head.headerFields[.authorization] == nil)
    let user = try await KiiAccount(session).user()
    #expect(user.id == session.account.subject)
    #expect(user.loginName == "carol")
    #expect(user.displayName == "Carol")
    #expect(user.country == "JP")
    #expect(user.locale == "ja")
    #expect(user.emailAddress == "carol@example.com")
    #expect(user.isEmailAddressVerified)
    #expect(user.phoneNumber == nil)
    #expect(!user.isPhoneNumberVerified)
    #expect(user.hasPassword == true)
    #expect(user.fields["age"] == 7)
  }

  @Test("who have only an address sign in with it once it is verified", arguments: [true, false])
  func verification(isRequired: Bool) async throws {
    let world = try await KiiWorld.start(KiiService(verifiesAddresses: isRequired))
    let way = KiiRegistrationSignIn.kiiRegistration(
      KiiRegistration(emailAddress: "carol@example.com"), password: Secret("cheshire"))
    if isRequired {
      #expect(await failure { try await world.client.signIn(using: way) }?.code == .invalidGrant)
      #expect(try await world.store.sessions().isEmpty)
    } else {
      let session = try await world.client.signIn(using: way)
      #expect(try await KiiAccount(session).user().emailAddress == "carol@example.com")
    }
    #expect(try world.bodies().first?["username"] == "EMAIL:carol@example.com")
  }

  @Test("cannot have the name of another user")
  func taken() async throws {
    let error = await failure {
      try await world.client.signIn(
        using: .kiiRegistration(KiiRegistration(loginName: "alice"), password: Secret("cheshire")))
    }
    #expect(error?.outcome == .refused)
    #expect(error?.status == 409)
    #expect(error?.providerCode == "USER_ALREADY_EXISTS")
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 0)
  }

  @Test("can be pseudo users, who have only a token")
  func pseudoUser() async throws {
    let session = try await world.client.signIn(
      using: .kiiPseudoUser(KiiRegistration(displayName: "Guest", fields: ["score": 3])))
    #expect(session.stored?.expiry == .never)
    #expect(session.stored?.refreshToken == nil)
    #expect(
      world.kii.received(Self.usersPath).first?.head.headerFields[.contentType]
        == "application/vnd.kii.RegistrationAndAuthorizationRequest+json")
    let user = try await KiiAccount(session).user()
    #expect(user.id == session.account.subject)
    #expect(user.hasPassword == false)
    #expect(user.displayName == "Guest")
    #expect(KiiUsername.preferred(for: user) == nil)
    let error = await failure { try await session.refresh() }
    #expect(error.map { KiiErrorCode($0) } == .noRefreshToken)
    // The token is not stored a second time under the name of the registration response.
    #expect(session.stored?.extra["_accessToken"] == nil)
    world.kii.clock.advance(by: .seconds(40 * 365 * 86_400))
    #expect(try await KiiAccount(session).user().id == user.id)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 0)
  }

  @Test("who are pseudo users have no refresh token, even if the registration returns one")
  func pseudoUserWithoutRefreshToken() async throws {
    world.kii.answer(
      Self.usersPath,
      with: .standIn(
        .created, json: ["userID": "u-9", "_accessToken": "at-9", "refresh_token": "rt-9"]))
    let session = try await world.client.signIn(using: .kiiPseudoUser(), storedAs: "guest")
    #expect(session.account.subject == "u-9")
    #expect(try await session.accessToken().matches(Secret("at-9")))
    #expect(session.stored?.expiry == .never)
    #expect(try await world.store.sessions().map { $0.refreshToken == nil } == [true])
    let error = await failure { try await session.refresh() }
    #expect(error.map { KiiErrorCode($0) } == .noRefreshToken)
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 0)
  }

  @Test("who are pseudo users can be given an identity, and stay signed in")
  func conversion() async throws {
    let session = try await world.client.signIn(using: .kiiPseudoUser())
    let account = KiiAccount(session)
    try await account.identify(
      KiiRegistration(loginName: "dinah", phoneNumber: "+819012345678"),
      password: Secret("the cat"))
    let user = try await account.user()
    #expect(user.loginName == "dinah")
    #expect(user.phoneNumber == "+819012345678")
    #expect(user.hasPassword == true)
    let again = try await world.client.signIn(
      using: .kiiPassword(.phone("+819012345678"), password: Secret("the cat")))
    #expect(again.account == session.account)
    let taken = await failure {
      try await account.identify(KiiRegistration(loginName: "alice"), password: Secret("the cat"))
    }
    #expect(taken?.status == 409)
  }

  @Test("a pseudo user cannot register with a login name")
  func namedPseudoUser() async throws {
    let error = await failure {
      try await world.client.signIn(using: .kiiPseudoUser(KiiRegistration(loginName: "carol")))
    }
    #expect(error?.parameter == "registration")
    #expect(world.kii.requests.all.isEmpty)
  }

  private static let good = KiiRegistration(loginName: "carol")

  @Test(
    "are checked by Kii's rules before any request",
    arguments: [
      Case("no name at all", (KiiRegistration(), "cheshire", "loginName", .usernameFormat)),
      Case("a short password", (good, "abc", "password", .passwordFormat)),
      Case(
        "a long password", (good, String(repeating: "a", count: 51), "password", .passwordFormat)),
      Case(
        "a password with a letter of another script",
        (good, "pässword", "password", .passwordFormat)),
      Case("a password with a tab", (good, "pass\tword", "password", .passwordFormat)),
      Case(
        "a short login name",
        (KiiRegistration(loginName: "ab"), "cheshire", "loginName", .usernameFormat)),
      Case(
        "a long login name",
        (
          KiiRegistration(loginName: String(repeating: "a", count: 65)), "cheshire", "loginName",
          .usernameFormat
        )),
      Case(
        "a login name with a space",
        (KiiRegistration(loginName: "ca rol"), "cheshire", "loginName", .usernameFormat)),
      Case(
        "an address without an @",
        (KiiRegistration(emailAddress: "carol"), "cheshire", "emailAddress", .emailFormat)),
      Case(
        "an address with two",
        (KiiRegistration(emailAddress: "c@a@b"), "cheshire", "emailAddress", .emailFormat)),
      Case(
        "an address that ends with it",
        (KiiRegistration(emailAddress: "carol@"), "cheshire", "emailAddress", .emailFormat)),
      Case(
        "a short phone number",
        (KiiRegistration(phoneNumber: "+81901234"), "cheshire", "phoneNumber", .phoneFormat)),
      Case(
        "a phone number with dashes",
        (KiiRegistration(phoneNumber: "+81-90-1234-5678"), "cheshire", "phoneNumber", .phoneFormat)),
      Case(
        "a local number without a country",
        (KiiRegistration(phoneNumber: "09012345678"), "cheshire", "country", .countryFormat)),
      Case(
        "a country of three letters",
        (KiiRegistration(loginName: "carol", country: "JPN"), "cheshire", "country", .countryFormat)
      ),
      Case(
        "a field of Kii's own",
        (
          KiiRegistration(loginName: "carol", fields: ["userID": "x"]), "cheshire", "userID",
          .invalidInput
        )),
      Case(
        "a field that looks like Kii's own",
        (
          KiiRegistration(loginName: "carol", fields: ["_accessToken": "x"]), "cheshire",
          "_accessToken", .invalidInput
        )),
    ] as [Case<(KiiRegistration, String, String, KiiErrorCode)>])
  func checks(row: Case<(KiiRegistration, String, String, KiiErrorCode)>) async throws {
    let (registration, password, parameter, code) = row.value
    let error = await failure {
      try await world.client.signIn(
        using: .kiiRegistration(registration, password: Secret(password)))
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == parameter)
    #expect(error.map { KiiErrorCode($0) } == code)
    #expect(error.map { "\($0)".contains(password) } == false)
    #expect(world.kii.requests.all.isEmpty)
  }

  @Test(
    "may have any value within the rules",
    arguments: [
      Case("the shortest", (KiiRegistration(loginName: "a.b"), "~~~~")),
      Case(
        "the longest",
        (
          KiiRegistration(loginName: String(repeating: "-", count: 64)),
          String(repeating: " ", count: 50)
        )),
      Case("a plain phone number", (KiiRegistration(phoneNumber: "+0123456789"), "cheshire")),
      Case(
        "a local phone number",
        (KiiRegistration(phoneNumber: "0123456789", country: "jp"), "cheshire")),
    ])
  func limits(row: Case<(KiiRegistration, String)>) async throws {
    let session = try await world.client.signIn(
      using: .kiiRegistration(row.value.0, password: Secret(row.value.1)))
    #expect(try await KiiAccount(session).user().hasPassword == true)
  }

  @Test("a user record without an id is refused")
  func missingID() {
    let error = #expect(throws: OAuthError.self) { try KiiUser(json: ["loginName": "x"]) }
    #expect(error?.parameter == "userID")
  }
}
