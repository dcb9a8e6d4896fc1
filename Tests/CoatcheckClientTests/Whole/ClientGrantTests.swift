// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A client's tokens, in one call each")
struct ClientGrantTests {
  /// A person who says yes at once, and what they were asked.
  private final class DirectoryUser: UserAgent {
    private let server: BoundServer
    private let addresses = Mutex<[URL]>([])

    init(_ server: BoundServer) { self.server = server }

    var asked: [URL] { addresses.withLock { $0 } }
    func redirectURI() async -> String { FakeProvider.redirectURI }
    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      let url = page.url
      addresses.withLock { $0.append(url) }
      do { return try server.callback(for: url) } catch {
        throw .misused("url", "The address cannot be read.")
      }
    }
  }

  let server: BoundServer
  private let person: DirectoryUser

  init() throws {
    server = try BoundServer()
    person = DirectoryUser(server)
  }

  private func client(
    _ dpop: DPoPPolicy, secret: Secret? = nil, store: any TokenStore = MemoryTokenStore()
  ) async throws -> Client {
    let provider = try await Provider.discover(server.issuer, transport: server.transport)
    return Client(
      of: provider, id: "app", secret: secret, store: store, transport: server.transport
    ) {
      $0.userAgent = person
      $0.dpop = dpop
    }
  }

  @Test("a client that wants bound tokens signs in and calls services with them")
  func dpop() async throws {
    server.change { $0.issuerNonces = .newest }
    server.change { $0.serviceNonces = .newest }
    let client = try await client(.required())
    let session = try await client.signIn(scopes: [.openID], storedAs: "main")
    #expect(try await session.data(for: server.request).0.status == .ok)
    let loaded = try await client.loadSession(named: "main")
    #expect(try await loaded.data(for: server.request).0.status == .ok)
    #expect(Set(server.hits("service").map(\.thumbprint)).count == 1)
    #expect(server.hits("service").allSatisfy { $0.scheme == "DPoP" })
  }

  @Test("a client's own stored session is bound as well, and refreshed with the same key")
  func ownSession() async throws {
    let client = try await client(.required(), secret: Secret("s"))
    let session = try await client.ownSession(scopes: ["a"])
    #expect(try await session.data(for: server.request).0.status == .ok)
    try await session.refresh()
    #expect(try await session.data(for: server.request).0.status == .ok)
    #expect(Set((server.hits("issuer") + server.hits("service")).map(\.thumbprint)).count == 1)
    #expect(session.stored?.dpopKey != nil)
  }

  @Test("a stored session that is not bound does not do for a client that wants bound tokens")
  func unboundStored() async throws {
    let store = MemoryTokenStore()
    let bearer = try await client(.never, store: store)
    _ = try await bearer.signIn(scopes: [.openID], storedAs: "main")
    let bound = try await client(.required(), store: store)
    let session = try await bound.signIn(scopes: [.openID], storedAs: "main")
    #expect(person.asked.count == 2)
    #expect(session.stored?.tokenType == "DPoP")
    _ = try await bound.signIn(scopes: [.openID], storedAs: "main")
    #expect(person.asked.count == 2)
  }

  @Test("a client without a wish sends no proof")
  func bearer() async throws {
    let session = try await client(.never).signIn(scopes: [.openID])
    #expect(try await session.data(for: server.request).0.status == .ok)
    #expect((server.hits("issuer") + server.hits("service")).allSatisfy { $0.thumbprint == nil })
    #expect(server.hits("service").map(\.scheme) == ["Bearer"])
  }

  @Test("a service calls another one as itself", arguments: [DPoPPolicy.never, .required()])
  func service(dpop: DPoPPolicy) async throws {
    let client = try await client(dpop, secret: Secret("s"))
    for _ in 0..<3 {
      let answer = try await client.service(scopes: ["stock"])
        .send(server.request, body: Data(), limit: .standard)
      #expect(answer.head.status == .ok)
    }
    #expect(server.hits("issuer").map(\.grantType) == ["client_credentials"])
    #expect(server.hits("service").count == 3)
    #expect(person.asked.isEmpty)
  }

  @Test(
    "a service that wants a stronger sign-in gets it, and the stored session is the stronger one")
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
    let client = try await client(.never)
    let session = try await client.signIn(scopes: [.openID, "pay"], storedAs: "main")
    let request = HTTPRequest(
      method: .post, scheme: "http", authority: String(bank.origin.dropFirst(7)), path: "/transfer")
    let error = await failure {
      // The ID token has no auth_time, so that nobody knows that the person was there just now.
      try await client.data(for: request, as: session)
    }
    #expect(error?.parameter == "auth_time")
    #expect(person.asked.count == 2)
    let asked = try Parameters(
      decoding: person.asked[1].absoluteString.drop { $0 != "?" }.dropFirst())
    #expect(asked["acr_values"] == "gold")
    #expect(asked["max_age"] == "0")
    #expect(asked["scope"] == "openid pay")

    server.change { $0.tellsAuthTime = true }
    let (response, _) = try await client.data(for: request, as: session)
    #expect(response.status == .ok)
    #expect(person.asked.count == 3)
    let stored = try await client.loadSession(named: "main").stored
    #expect(stored?.accessToken.matches(Secret("at-1")) == false)
    #expect(bank.hits.map(\.authorization).first == "Bearer at-1")
    #expect(bank.hits.count == 3)
  }
}
