// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The tokens of a client")
struct ClientGrantTests {
  let server: BoundServer
  private let user: ReadyAgent

  init() throws {
    server = try BoundServer()
    user = ReadyAgent(server: server)
  }

  @Test("a client that requires bound tokens signs in and calls services with them")
  func dpop() async throws {
    server.change { $0.issuerNonces = .newest }
    server.change { $0.serviceNonces = .newest }
    let client = try await server.client(.required(), user: user)
    let session = try await client.signIn(scopes: [.openID], storedAs: "main")
    #expect(try await session.data(for: server.request).0.status == .ok)
    let loaded = try await client.loadSession(named: "main")
    #expect(try await loaded.data(for: server.request).0.status == .ok)
    #expect(Set(server.hits("service").map(\.thumbprint)).count == 1)
    #expect(server.hits("service").allSatisfy { $0.scheme == "DPoP" })
  }

  @Test("a client's own stored session is bound as well, and refreshed with the same key")
  func ownSession() async throws {
    let client = try await server.client(.required(), secret: Secret("s"), user: user)
    let session = try await client.ownSession(scopes: ["a"])
    #expect(try await session.data(for: server.request).0.status == .ok)
    try await session.refresh()
    #expect(try await session.data(for: server.request).0.status == .ok)
    #expect(Set((server.hits("issuer") + server.hits("service")).map(\.thumbprint)).count == 1)
    #expect(session.stored?.dpopKey != nil)
  }

  @Test("an unbound stored session is not used by a client that requires bound tokens")
  func unboundStored() async throws {
    let store = MemoryTokenStore()
    let bearer = try await server.client(.never, store: store, user: user)
    _ = try await bearer.signIn(scopes: [.openID], storedAs: "main")
    let bound = try await server.client(.required(), store: store, user: user)
    let session = try await bound.signIn(scopes: [.openID], storedAs: "main")
    #expect(user.pages.count == 2)
    #expect(session.stored?.tokenType == "DPoP")
    _ = try await bound.signIn(scopes: [.openID], storedAs: "main")
    #expect(user.pages.count == 2)
  }

  @Test("a client with the default policy sends no proof")
  func bearer() async throws {
    let session = try await server.client(.never, user: user).signIn(scopes: [.openID])
    #expect(try await session.data(for: server.request).0.status == .ok)
    #expect((server.hits("issuer") + server.hits("service")).allSatisfy { $0.thumbprint == nil })
    #expect(server.hits("service").map(\.scheme) == ["Bearer"])
  }

  @Test(
    "a service calls another one with its own token", arguments: [DPoPPolicy.never, .required()])
  func service(dpop: DPoPPolicy) async throws {
    let client = try await server.client(dpop, secret: Secret("s"), user: user)
    for _ in 0..<3 {
      let answer = try await client.service(scopes: ["stock"])
        .send(server.request)
      #expect(answer.head.status == .ok)
    }
    #expect(server.hits("issuer").map(\.grantType) == ["client_credentials"])
    #expect(server.hits("service").count == 3)
    #expect(user.pages.isEmpty)
  }

  @Test(
    "a resource server that requires a stronger sign-in gets it, and the stronger session is stored"
  )
  func stepUp() async throws {
    let bank = try ResourceServer { hit in
      hit.authorization == "Bearer at-1"
        ? ResourceServer.Answer(
          status: "401 Unauthorized",
          fields: [
            "WWW-Authenticate: Bearer error=\"insufficient_user_authentication\", "
              + "acr_values=\"gold\", max_age=\"0\""
          ]) : .ok
    }
    let client = try await server.client(.never, user: user)
    let session = try await client.signIn(scopes: [.openID, "pay"], storedAs: "main")
    let request = HTTPRequest(
      method: .post, scheme: "http", authority: String(bank.origin.dropFirst(7)), path: "/transfer")
    await expectError(naming: "auth_time") {
      // The ID token has no auth_time, so that it is unknown whether the user authenticated just
      // now.
      try await client.data(for: request, as: session)
    }
    #expect(user.pages.count == 2)
    let asked = try Parameters(
      decoding: user.pages[1].absoluteString.drop { $0 != "?" }.dropFirst())
    #expect(asked["acr_values"] == "gold")
    #expect(asked["max_age"] == "0")
    #expect(asked["scope"] == "openid pay")

    server.change { $0.tellsAuthTime = true }
    let (response, _) = try await client.data(for: request, as: session)
    #expect(response.status == .ok)
    #expect(user.pages.count == 3)
    let stored = try await client.loadSession(named: "main").stored
    #expect(stored?.accessToken.matches(Secret("at-1")) == false)
    #expect(bank.hits.map(\.authorization).first == "Bearer at-1")
    #expect(bank.hits.count == 3)
  }
}
