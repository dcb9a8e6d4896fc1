// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Resource servers that require another sign-in")
struct StepUpTests {
  private func stored(_ scopes: [Scope] = [.openID, "read"]) async throws -> StoredSession {
    let provider = FakeProvider()
    let attempt = try await provider.attempt(scopes: scopes)
    return try await provider.finish(attempt)
  }

  private static func response(_ status: Int, _ challenge: String?) -> HTTPResponse {
    var head = HTTPResponse(status: .init(code: status))
    head.headerFields[.wwwAuthenticate] = challenge
    return head
  }

  static let challenges: [(Int, String?, [String]?, Int?, [Scope])] = [
    (
      401, #"Bearer error="insufficient_user_authentication", acr_values="a b", max_age="5""#,
      ["a", "b"], 5, []
    ),
    (401, #"Bearer error="insufficient_user_authentication", max_age=0"#, [], 0, []),
    (401, #"DPoP error="insufficient_user_authentication", acr_values="a""#, ["a"], nil, []),
    (401, #"bearer error="insufficient_user_authentication", acr_values="a""#, ["a"], nil, []),
    (403, #"Bearer error="insufficient_scope", scope="read write""#, [], nil, ["write"]),
    (403, #"Bearer error="insufficient_scope", scope="read""#, nil, nil, []),
    (403, #"Bearer error="insufficient_scope""#, nil, nil, []),
    (401, #"Bearer error="insufficient_user_authentication""#, nil, nil, []),
    (401, #"Bearer error="insufficient_user_authentication", max_age="-1""#, nil, nil, []),
    (200, #"Bearer error="insufficient_user_authentication", acr_values="a""#, nil, nil, []),
    (401, #"Bearer error="invalid_token""#, nil, nil, []), (403, nil, nil, nil, []),
  ]

  @Test(
    "a challenge becomes a requirement, or nil if another sign-in is not required",
    arguments: challenges)
  func requirement(
    status: Int, challenge: String?, acrValues: [String]?, maxAge: Int?, added: [Scope]
  ) async throws {
    let requirement = StepUpRequirement(Self.response(status, challenge), for: try await stored())
    #expect(requirement?.acrValues == acrValues)
    #expect(requirement?.maxAge == maxAge)
    #expect(requirement?.addedScopes ?? [] == added)
    if let requirement {
      #expect(requirement.scopes == [.openID, "read"] + added)
      #expect(requirement.options.acrValues == requirement.acrValues)
      #expect(requirement.options.maxAge == maxAge)
    }
  }

  /// A resource server that accepts one access token only and challenges all others.
  private static func service(
    _ wanted: String, _ status: String, _ challenge: String
  ) throws -> ResourceServer {
    try ResourceServer { hit in
      hit.authorization == "Bearer \(wanted)"
        ? .ok
        : ResourceServer.Answer(status: status, fields: ["WWW-Authenticate: \(challenge)"])
    }
  }

  private static let stronger =
    #"Bearer error="insufficient_user_authentication", acr_values="gold""#

  private static func request(_ service: ResourceServer) -> HTTPRequest {
    HTTPRequest(to: "http://127.0.0.1:\(service.port)/api")
  }

  /// A session with this access token, for requests to a resource server on this machine.
  private func session(_ token: String, subject: String = "alice") async throws -> Session {
    var stored = try await stored()
    stored.accessToken = Secret(token)
    if subject != stored.account.subject {
      var json = stored.json
      json["subject"] = .string(subject)
      stored = try StoredSession(json: json)
    }
    return Session(
      stored, store: MemoryTokenStore(), transport: AsyncHTTPTransport.shared,
      environment: HandClock().environment)
  }

  @Test(
    "the user signs in as the resource server requires, and the request is sent once more")
  func whole() async throws {
    let service = try Self.service("at-gold", "401 Unauthorized", Self.stronger)
    let (session, gold) = (try await session("at-1"), try await session("at-gold"))
    let asked = Log<StepUpRequirement>()
    let stepUp = StepUp { requirement throws(OAuthError) in
      asked.add(requirement)
      return gold
    }
    let (response, _) = try await session.data(for: Self.request(service), steppingUp: stepUp)
    #expect(response.status == .ok)
    #expect(asked.entries.map(\.acrValues) == [["gold"]])
    #expect(service.hits.map(\.authorization) == ["Bearer at-1", "Bearer at-gold"])
  }

  @Test("a requirement that a sign-in was to meet is not sent to the user again, at any limit")
  func limit() async throws {
    let service = try Self.service("never", "401 Unauthorized", Self.stronger)
    let session = try await session("at-1")
    for limit in [1, 3] {
      let asked = Log<StepUpRequirement>()
      let stepUp = StepUp(limit: limit) { requirement throws(OAuthError) in
        asked.add(requirement)
        return session
      }
      let (response, _) = try await session.data(for: Self.request(service), steppingUp: stepUp)
      #expect(response.status == .unauthorized)
      // The same requirement does not cause another sign-in, whatever the limit.
      #expect(asked.entries.count == 1)
    }
    #expect(service.hits.count == 4)
  }

  @Test("a resource server that requires ever more scopes is stopped by the limit")
  func evermore() async throws {
    let count = Mutex(0)
    let service = try ResourceServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let challenge = "WWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"s\(number)\""
      return ResourceServer.Answer(status: "403 Forbidden", fields: [challenge])
    }
    let session = try await session("at-1")
    let asked = Log<[Scope]>()
    let stepUp = StepUp(limit: 3) { requirement throws(OAuthError) in
      asked.add(requirement.addedScopes)
      return session
    }
    let (response, _) = try await session.data(for: Self.request(service), steppingUp: stepUp)
    #expect(response.status == .forbidden)
    #expect(asked.entries == [["s1"], ["s2"], ["s3"]])
  }

  @Test("another user who signs in does not get the response")
  func anotherUser() async throws {
    let service = try Self.service("at-gold", "401 Unauthorized", Self.stronger)
    let (session, other) = (
      try await session("at-1"), try await session("at-gold", subject: "mallory")
    )
    let stepUp = StepUp { _ throws(OAuthError) in other }
    await expectError(.unreadable(.subjectMismatch, "")) {
      try await session.data(for: Self.request(service), steppingUp: stepUp)
    }
    #expect(service.hits.count == 1)
  }

  @Test("a user who cancels the sign-in ends the request")
  func refused() async throws {
    let service = try Self.service("at-gold", "401 Unauthorized", Self.stronger)
    let session = try await session("at-1")
    let stepUp = StepUp { _ throws(OAuthError) in
      throw .unreachable(.userCancelled, "The user closed the browser.")
    }
    await expectError(code: .userCancelled) {
      try await session.data(for: Self.request(service), steppingUp: stepUp)
    }
    #expect(service.hits.count == 1)
  }
}
