// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("server failures")
struct ServerFailureTests {
  /// A client that registered algorithms for which the server has no key.
  private static var client: TestClient {
    var client = TestClient.web
    client.registration.idTokenAlgorithm = .es384
    client.registration.metadata.authorizationAlgorithm = .es384
    return client
  }

  @Test("the token endpoint returns server_error without the reason, which is in the log")
  func token() async throws {
    let world = try await World.start(clients: [Self.client])
    let ask = Ask(Self.client)
    let reply = try await world.exchange(try await world.code(ask), ask)
    #expect(reply.status == 500)
    #expect(reply.json["error"]?.stringValue == "server_error")
    #expect(!reply.body.contains("key"))
    #expect(world.log.all.contains { $0.hasPrefix("server_failed ") && $0.contains("No key") })
  }

  @Test("a page shows the failure without the reason")
  func page() async throws {
    let world = try await World.start(clients: [Self.client])
    let ask = Ask(Self.client).with("response_mode", "jwt").with("scope", "admin")
    let page = try await world.wire.send("GET", "/authorize?" + ask.query)
    #expect(page.status >= 400)
    #expect(!page.body.contains("No key"))
    #expect(world.log.has("server_failed"))
  }

  @Test("a store that cannot be used is status 503 for the client, and the log has its reason")
  func store() async throws {
    let folder = try Folder()
    let (store, log) = (try await SQLiteStore(path: folder.path + "/d.sqlite"), CapturedLog())
    let server = try await TestServer.start(store: store, logger: log.logger)
    let world = World(server: server, log: log)
    let code = OpaqueToken(.code, environment: .live).secret.reveal()
    try await store.close()
    let reply = try await world.exchange(code)
    #expect(reply.isRefused("temporarily_unavailable", 503))
    #expect(!reply.body.contains("closed"))
    let line = log.lines.first { $0.message == "store_unavailable" }
    #expect(line?.details["error"] == "StoreError")
    #expect(line?.details["reason"] == "the store is closed")
    await server.stop()
  }
}
