// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

@Suite("OCLC's services", .timeLimit(.minutes(10)))
struct OCLCResourceTests {
  private let world: OCLCWorld

  init() async throws { world = try await OCLCWorld() }

  private static let query =
    "?q=wittgenstein+reader&facets=author%3A10&facets=inLanguage%3A10&no:+ocm&empty="

  private func object(_ body: Data) throws -> JSONObject { try JSONObject(parsing: [UInt8](body)) }

  @Test(
    "accept a signature of any request without a session",
    arguments: [
      HTTPRequest.Method.get, .post, .put, .delete, .patch,
    ])
  func signatureAlone(_ method: HTTPRequest.Method) async throws {
    let transport = AuthorizedTransport(
      authorizer: WSKeyAuthorizer(
        signer: WSKeySigner(clientID: "app", secret: Secret("app secret"))),
      transport: Transports.system, environment: world.environment)
    for query in ["", Self.query, "?", "?a&b=&=c"] {
      let (head, body) = try await transport.send(
        world.record(1, method, query: query), body: Data("x".utf8), limit: .standard)
      #expect(head.status == .ok, "\(query) \(OCLCWorld.text(body))")
      #expect(try object(body)["by"] == "signature")
      #expect(try object(body)["principalID"] == nil)
    }
  }

  @Test("accept a signature on behalf of a user, named in the field or in the address")
  func principal() async throws {
    let transport = AuthorizedTransport(
      authorizer: WSKeyAuthorizer(
        signer: WSKeySigner(clientID: "app", secret: Secret("app secret")),
        principal: try WSKeyPrincipal(id: "p-1", namespace: "urn:oclc:wms:da")),
      transport: Transports.system, environment: world.environment)
    let named = try await transport.send(world.record(), body: Data(), limit: .standard)
    #expect(try object(named.body)["principalID"] == "p-1")
    #expect(try object(named.body)["principalIDNS"] == "urn:oclc:wms:da")
    let address = world.record(query: "?principalID=p-2&principalIDNS=urn:oclc:wms:x")
    let other = try await transport.send(address, body: Data(), limit: .standard)
    #expect(try object(other.body)["principalID"] == "p-2")
    #expect(
      world.oclc.all.last?.head.headerFields[.authorization]?.contains("principalID") == false)
  }

  @Test("accept the signature of a session's client, for the user of the session")
  func sessionSignature() async throws {
    let session = try await world.client(of: world.legacy(presentation: .wskeySignature))
      .signIn(scopes: ["WMS_NCIP"])
    let (head, body) = try await session.data(for: world.record(query: Self.query))
    #expect(head.status == .ok)
    #expect(try object(body)["by"] == "signature")
    #expect(try object(body)["principalID"]?.stringValue == StandInUser.alice.id)
    #expect(try object(body)["principalIDNS"] == "urn:oclc:wms:128807")
    // The access token is not used: requests are signed after it has expired as well.
    world.oclc.clock.advance(by: .seconds(3600))
    #expect(try await session.data(for: world.record()).0.status == .ok)
    #expect(world.oclc.received("/oauth2/accessToken").count == 1)
  }

  @Test("accept either from one session: the token by default, a signature if chosen")
  func both() async throws {
    let (world, session) = try await OCLCWorld.signedIn(["WMS_NCIP"])
    #expect(try object(await session.data(for: world.record()).1)["by"] == "token")
    let signed = AuthorizedTransport(session, authorizer: WSKeyAuthorizer())
    let (_, body) = try await signed.send(world.record(), body: Data(), limit: .standard)
    #expect(try object(body)["by"] == "signature")
  }

  @Test("get no signature for a user id that is invalid in the field: nothing is sent")
  func brokenPrincipal() async throws {
    let (world, session) = try await OCLCWorld.signedIn(["WMS_NCIP"])
    var stored = try #require(session.stored)
    stored.extra["principalIDNS"] = "urn:x\", nonce=\"1"
    let other = world.session(stored)
    let count = world.oclc.all.count
    let signed = AuthorizedTransport(other, authorizer: WSKeyAuthorizer())
    let error = await failure {
      try await signed.send(world.record(), body: Data(), limit: .standard)
    }
    #expect(error?.parameter == "principalIDNS")
    #expect(world.oclc.all.count == count)
  }

  @Test("get no signature from an app without a secret: no request is sent")
  func noSecret() async throws {
    let session = try await world.client(secret: nil)
      .signIn(using: world.implicit())
    let count = world.oclc.all.count
    let signed = AuthorizedTransport(session, authorizer: WSKeyAuthorizer())
    let error = await failure {
      try await signed.send(world.record(), body: Data(), limit: .standard)
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == "client_secret")
    #expect(world.oclc.all.count == count)
  }

  @Test("reject a revoked token: it is replaced once, and the request is sent again")
  func rejectedToken() async throws {
    let (world, session) = try await OCLCWorld.signedIn()
    world.oclc.service.revokeAll()
    #expect(try await session.data(for: world.record()).0.status == .ok)
    #expect(session.stored?.generation == 2)
  }

  struct Forged: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var seconds = 0
    var id = "clientId"
    var key = "app"
    var secret = "app secret"
    var other = false
    var repeats = false
    let status: Int
  }

  @Test(
    "refuse an invalid signature",
    arguments: [
      Forged(testDescription: "in time", seconds: 300, status: 200),
      Forged(testDescription: "with the older name of the attribute", id: "clientID", status: 200),
      Forged(testDescription: "too late", seconds: -301, status: 401),
      Forged(testDescription: "too early", seconds: 301, status: 401),
      Forged(testDescription: "by an unknown key", key: "unknown", status: 401),
      Forged(testDescription: "with another secret", secret: "other", status: 401),
      Forged(testDescription: "for another query", other: true, status: 401),
      Forged(testDescription: "with a nonce that was used", repeats: true, status: 401),
    ])
  func forged(_ forged: Forged) async throws {
    var request = world.record(query: "?a=1")
    let signer = WSKeySigner(clientID: forged.key, secret: Secret(forged.secret))
    let field = try signer.field(
      for: request, timestamp: 1_700_000_000 + forged.seconds, nonce: "n-1")
    request.headerFields[.authorization] = field.replacing("clientId", with: forged.id)
    if forged.other { request.path = "/bib/data/1?a=2" }
    if forged.repeats {
      _ = try await Transports.system.send(request, body: Data(), limit: .standard)
    }
    let (head, body) = try await Transports.system.send(request, body: Data(), limit: .standard)
    #expect(head.status.code == forged.status)
    if forged.status == 401 {
      #expect(OCLCWorld.text(body).contains("<code type=\"http\">401</code>"))
      #expect(head.headerFields[.contentType] == "application/xml")
    }
  }

  @Test("refuse a token request with a body, with a secret in the address, or without a signature")
  func tokenRequests() async throws {
    let world = try await OCLCWorld(OCLCService(errors: .standard))
    let path =
      "/oauth2/accessToken?grant_type=client_credentials&scope=A"
      + "&authenticatingInstitutionId=128807&contextInstitutionId=128807"
    func send(
      _ path: String, body: String = "", signed: Bool = true, method: HTTPRequest.Method = .post
    ) async throws -> Int {
      var request = world.record(1, method)
      request.path = path
      if signed {
        try WSKeySigner(clientID: "app", secret: Secret("app secret"))
          .sign(&request, environment: world.environment)
      }
      return try await Transports.system.send(request, body: Data(body.utf8), limit: .standard)
        .head.status.code
    }
    #expect(try await send(path) == 200)
    #expect(try await send(path, body: "a=b") == 400)
    #expect(try await send(path + "&client_secret=x") == 400)
    #expect(try await send(path, signed: false) == 401)
    #expect(try await send(path, method: .get) == 405)
    #expect(try await send("/oauth2/accessToken?grant_type=password") == 400)
  }
}
