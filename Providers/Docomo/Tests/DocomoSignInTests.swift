// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import CoatcheckStoreTesting
import TestKit

@Suite("Signing in to docomo")
struct DocomoSignInTests {
  private let site: DocomoSite

  init() async throws { site = try await DocomoSite() }

  @Test("a redirect URI without a path is sent with a slash, and its callback is accepted")
  func redirectSlash() async throws {
    let session = try await site.client(redirect: "myapp://host")
      .signIn(scopes: [.userid], storedAs: "main")
    let asked = try #require(site.standIn.received(DocomoSite.authorization).first)
    #expect(try Parameters(decoding: asked.query)["redirect_uri"] == "myapp://host/")
    #expect(try site.tokenForm["redirect_uri"] == "myapp://host/")
    #expect(session.stored?.redirectURI == "myapp://host/")
  }

  @Test("a sign-in that a later run of the app can complete requires a store key")
  func begunWithoutName() async throws {
    let client = try site.client(redirect: "myapp://host")
    for name in [nil, ""] {
      let error = await failure {
        try await client.beginSignIn(scopes: [.userid], storedAs: name)
      }
      #expect(error?.code == .invalidArgument && error?.parameter == "name")
    }
    _ = try await client.beginSignIn(scopes: [.userid], storedAs: "main")
  }

  struct Callback: Sendable, CustomTestStringConvertible {
    let name: String
    let code: OAuthError.Code
    let callback: @Sendable (_ state: String) -> String
    var testDescription: String { name }
  }

  static let callbacks = [
    Callback(name: "another state", code: .stateMismatch) { _ in "myapp://host/?code=c&state=x" },
    Callback(name: "no state", code: .stateMismatch) { _ in "myapp://host/?code=c" },
    Callback(name: "another host", code: .callbackMalformed) {
      "myapp://other/?code=c&state=\($0)"
    },
    Callback(name: "another scheme", code: .callbackMalformed) {
      "other://host/?code=c&state=\($0)"
    },
    Callback(name: "another path", code: .callbackMalformed) {
      "myapp://host/x?code=c&state=\($0)"
    },
  ]

  @Test(
    "a callback of another sign-in is refused, and no code is redeemed",
    arguments: callbacks
  )
  func foreignCallback(_ row: Callback) async throws {
    let agent = NotingAgent { request in row.callback(request["state"] ?? "") }
    let error = await failure {
      try await site.client(redirect: "myapp://host", agent: agent)
        .signIn(scopes: [.userid], storedAs: "main")
    }
    #expect(error?.code == row.code)
    #expect(site.count(DocomoSite.token) == 0)
  }

  @Test("scopes are sent once each, in the order in which they were first given")
  func scopesOnce() async throws {
    var rules = DocomoRules()
    rules.newerScopes = ["PhotoFromTheFuture"]
    let site = try await DocomoSite(rules)
    let session = try await site.client().signIn(
      scopes: [
        .photoUploadContent, "PhotoFromTheFuture", .userid, .photoUploadContent,
        "PhotoFromTheFuture",
      ], storedAs: "main")
    let asked = try #require(site.standIn.received(DocomoSite.authorization).first)
    let sent = try Parameters(decoding: asked.query)
    #expect(sent["scope"] == "PhotoUploadContent PhotoFromTheFuture userid")
    #expect(sent["response_type"] == "code")
    #expect(session.stored?.scopes == [.photoUploadContent, "PhotoFromTheFuture", .userid])
  }

  static let names = [
    (Scope.photoGetContentsList, "PhotoGetContentsList"), (.photoGetContent, "PhotoGetContent"),
    (.photoUploadContent, "PhotoUploadContent"), (.photoGetVacantSize, "PhotoGetVacantSize"),
    (.photoUpdateRotateInfo, "PhotoUpdateRotateInfo"),
    (.photoUpdateTrashInfo, "PhotoUpdateTrashInfo"), (.photoGetGroupInfo, "PhotoGetGroupInfo"),
    (.phonebookAllowedFriendsBidirectional, "PhonebookAllowedFriendsBidirectional"),
    (.phonebookPostFeed, "PhonebookPostFeed"), (.phonebookAddContact, "PhonebookAddContact"),
    (.databoxAll, "DataboxAll"), (.userid, "userid"),
  ]

  @Test("the scopes of the document have their names", arguments: names)
  func scopeName(_ scope: Scope, _ name: String) {
    #expect(scope.rawValue == name)
    #expect(Scope.docomo.contains(scope))
  }

  @Test("all twelve scopes of the document can be requested at once")
  func allScopes() async throws {
    let (_, session) = try await DocomoSite.signedIn()
    #expect(session.stored?.scopes == Self.names.map(\.0))
    #expect(Scope.docomo.count == 12)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let parameter: String
    var id = "app"
    var secret: String? = "app secret"
    var redirect = DocomoSite.redirectURI
    var scopes: [Scope] = [.userid]
    var key: String? = "main"
    var testDescription: String { name }
  }

  static let mistakes = [
    Mistake(name: "an empty client id", parameter: "client_id", id: ""),
    Mistake(name: "a client id with a control character", parameter: "client_id", id: "a\u{7}"),
    Mistake(name: "no client secret", parameter: "client_secret", secret: nil),
    Mistake(name: "an empty client secret", parameter: "client_secret", secret: ""),
    Mistake(name: "an empty redirect URI", parameter: "redirectURI", redirect: ""),
    Mistake(name: "a redirect URI with a fragment", parameter: "redirectURI", redirect: "a://b#c"),
    Mistake(name: "no scopes", parameter: "scopes", scopes: []),
    Mistake(name: "an empty scope", parameter: "scopes", scopes: [.userid, ""]),
    Mistake(name: "a scope with a space", parameter: "scopes", scopes: ["a b"]),
    Mistake(name: "a scope with a quote", parameter: "scopes", scopes: ["a\"b"]),
  ]

  @Test(
    "an invalid argument is an error before anything is read, opened or sent", arguments: mistakes)
  func mistake(_ row: Mistake) async throws {
    let records = FaultyRecords(MemoryRecords())
    let agent = NotingAgent { _ in "" }
    let client = try site.client(
      in: RecordTokenStore(records), secret: row.secret.map { Secret($0) }, id: row.id,
      redirect: row.redirect, agent: agent)
    let error = await failure { try await client.signIn(scopes: row.scopes, storedAs: row.key) }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == row.parameter)
    #expect(error.flatMap { DocomoErrorDomain($0) } == nil)
    #expect(RecordFunction.allCases.allSatisfy { records.calls(of: $0) == 0 })
    #expect(agent.count == 0)
    #expect(site.standIn.all.isEmpty)
  }

  @Test("a sign-in without a scope is an error before anything is opened or sent")
  func withoutScopes() async throws {
    let agent = NotingAgent { _ in "" }
    let client = try site.client(agent: agent)
    for error in [
      await failure { try await client.signIn(scopes: [], storedAs: "main") },
      await failure { try await client.signIn(using: .code, storedAs: "main") },
      await failure { try await client.signInWithoutStoring(scopes: []) },
      await failure { try await client.beginSignIn(storedAs: "main") },
    ] {
      #expect(error?.outcome == .misused)
      #expect(error?.parameter == "scopes")
    }
    #expect(agent.count == 0)
    #expect(site.standIn.all.isEmpty)
  }

  @Test("a missing redirect URI is an error, and a free loopback port can be used instead")
  func noRedirectURI() async throws {
    func client(_ redirect: RedirectPolicy?) throws -> Client {
      Client(
        of: try site.provider, id: "app", secret: Secret("app secret"), store: site.store,
        transport: .platform
      ) {
        $0.redirect = redirect
        $0.userAgent = site.browser()
        $0.environment = site.environment
      }
    }
    let error = await failure {
      try await client(nil).signIn(scopes: [.userid], storedAs: "main")
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == "redirectURI")
    #expect(site.standIn.all.isEmpty)
    _ = try await client(.loopback).signIn(scopes: [.userid], storedAs: "main")
  }

  @Test("the client authenticates by Basic with id and secret form-encoded, or in the body")
  func clientAuthentication() async throws {
    let standIn = try await StandIn.start(
      DocomoService(clientID: "client/id", clientSecret: Secret("s+e:c")))
    for authentication in DocomoAuthentication.allCases {
      let client = Client(
        of: try .docomo(authority: standIn.url, authentication: authentication), id: "client/id",
        secret: Secret("s+e:c"), store: MemoryTokenStore(), transport: .platform
      ) {
        $0.redirect = .fixed(DocomoSite.redirectURI)
        $0.userAgent = StandInUser.alice.agent()
      }
      let session = try await client.signIn(scopes: [.userid], storedAs: "main")
      try await session.refresh()
      let requests = standIn.received(DocomoSite.token).suffix(2)
      #expect(requests.count == 2)
      for request in requests {
        let form = try Parameters(bytes: request.body)
        switch authentication {
        case .basic:
          #expect(
            request.head.headerFields[.authorization]
              == "Basic Y2xpZW50JTJGaWQ6cyUyQmUlM0Fj")
          #expect(form["client_secret"] == nil)
        case .post:
          #expect(request.head.headerFields[.authorization] == nil)
          #expect(form["client_id"] == "client/id")
          #expect(form["client_secret"] == "s+e:c")
        }
      }
    }
  }

  @Test("each address can be replaced, and slashes at its end are ignored")
  func addresses() throws {
    let standard = try Provider.docomo()
    #expect(
      standard.metadata.authorizationEndpoint?.text
        == "https://api.smt.docomo.ne.jp/cgi11d/authorization")
    #expect(standard.metadata.tokenEndpoint?.text == "https://api.smt.docomo.ne.jp/cgi12/token")
    #expect(standard.leeway == 60)
    #expect(standard.name == "docomo")
    let other = try Provider.docomo(
      authority: "https://a.example//", tokenAuthority: "http://127.0.0.1:8080/")
    #expect(other.metadata.authorizationEndpoint?.text == "https://a.example/cgi11d/authorization")
    #expect(other.metadata.tokenEndpoint?.text == "http://127.0.0.1:8080/cgi12/token")
    #expect(throws: OAuthError.self) { try Provider.docomo(authority: "http://a.example") }
  }

  @Test("a user who denies access or closes the window cancels the sign-in")
  func cancelled() async throws {
    let denied = await failure {
      try await site.client(answering: .deny).signIn(scopes: [.userid], storedAs: "main")
    }
    let closing = NotingAgent { _ throws(OAuthError) in
      throw .unreachable(.userCancelled, "The user closed the browser.")
    }
    let closed = await failure {
      try await site.client(agent: closing).signIn(scopes: [.userid], storedAs: "main")
    }
    #expect(denied?.code == .accessDenied)
    #expect(closed?.code == .userCancelled)
    for error in [denied, closed].compactMap({ $0 }) {
      #expect(error.isCancelledByUser)
      #expect(DocomoErrorDomain(error) == .authenticationCanceled)
      #expect(DocomoErrorReason(error) == nil)
    }
    #expect(site.count(DocomoSite.token) == 0)
  }

  struct Lifetime: Sendable, CustomTestStringConvertible {
    let name: String
    let lifetime: Int?
    let isText: Bool
    var testDescription: String { name }
  }

  @Test(
    "a lifetime is read as a text and as a number; a token without one counts as expired",
    arguments: [
      Lifetime(name: "text", lifetime: 3600, isText: true),
      Lifetime(name: "number", lifetime: 3600, isText: false),
      Lifetime(name: "none", lifetime: nil, isText: false),
    ])
  func lifetime(_ row: Lifetime) async throws {
    var rules = DocomoRules()
    (rules.lifetime, rules.lifetimeIsText) = (row.lifetime, row.isText)
    let (site, session) = try await DocomoSite.signedIn(rules)
    #expect(session.remaining == .seconds(row.lifetime ?? 0))
    _ = try await session.accessToken()
    #expect(site.count(DocomoSite.token) == (row.lifetime == nil ? 2 : 1))
  }
}
