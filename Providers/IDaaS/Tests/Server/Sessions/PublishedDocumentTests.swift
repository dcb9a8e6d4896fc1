// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("What the issuer publishes") struct PublishedDocumentTests {
  @Test("is its RSA keys, for an hour, without the private half")
  func keys() async throws {
    let world = try await AccountWorld.start()
    let answer = try await world.send(.get, "/api/v1/oauth2/keys")
    #expect(answer.status == 200)
    #expect(answer.head.headerFields[.cacheControl] == "public, max-age=3600")
    #expect(answer.head.headerFields[.accessControlAllowOrigin] == "*")
    let keys = try #require(answer["keys"]?.arrayValue)
    #expect(keys.count == 1)
    for key in keys.compactMap(\.objectValue) {
      #expect(key["kty"] == "RSA")
      #expect(key["use"] == "sig")
      #expect(key["alg"] == "RS256")
      #expect(key["kid"]?.stringValue?.isEmpty == false)
      #expect(Set(key.names) == ["kty", "use", "alg", "kid", "n", "e"])
    }
  }

  @Test("is the current key before the older one, where the tenant signs with ES256")
  func ellipticKeys() async throws {
    let world = try await AccountWorld.withUser { $0.idTokenAlgorithm = .es256 }
    let keys = try await world.send(.get, "/api/v1/oauth2/keys")["keys"]?.arrayValue ?? []
    #expect(keys.map { $0.objectValue?["alg"] } == ["ES256", "RS256"])
    let metadata = try await world.send(.get, "/.well-known/openid-configuration")
    #expect(metadata["id_token_signing_alg_values_supported"] == ["ES256", "RS256"])
  }

  @Test(
    "is its metadata, at both paths",
    arguments: [
      "/.well-known/openid-configuration", "/api/v1/oauth2/.well-known/openid-configuration",
    ])
  func configuration(path: String) async throws {
    let world = try await AccountWorld.start()
    let answer = try await world.send(.get, path)
    #expect(answer.status == 200)
    let issuer = world.server.origin + "/api/v1/oauth2"
    #expect(answer.text("issuer") == issuer)
    #expect(answer.text("jwks_uri") == issuer + "/keys")
    #expect(answer.text("userinfo_endpoint") == issuer + "/userinfo")
    #expect(answer["id_token_signing_alg_values_supported"] == ["RS256"])
    // The endpoints that it names exist.
    #expect(try await world.send(.get, "/api/v1/oauth2/keys").status == 200)
    #expect(try await world.send(.get, "/api/v1/oauth2/userinfo").status == 401)
  }

  @Test("is its time, in milliseconds")
  func time() async throws {
    let world = try await AccountWorld.start()
    let answer = try await world.call(.get, "/api/v2/sdk/server-date")
    #expect(answer["server_date"]?.intValue == 1_700_000_000_000)
  }
}
