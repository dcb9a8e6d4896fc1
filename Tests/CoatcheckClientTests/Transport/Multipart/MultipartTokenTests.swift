// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A multipart token request", .timeLimit(.minutes(10)))
struct MultipartTokenTests {
  let transport = AsyncHTTPTransport(proxies: .direct)

  private var dialect: Dialect {
    var dialect = Dialect()
    dialect.tokenParameters = .multipart
    return dialect
  }

  private let client = ClientIdentity(id: "app", authentication: .post(Secret("s3cret & more")))

  /// The parts of a body by their names, parsed without the code that writes them.
  private static func parts(_ hit: ResourceServer.Hit) throws -> [String: String] {
    let type = try #require(hit.fields["content-type"])
    let match = try #require(type.wholeMatch(of: /multipart\/form-data; boundary=([-.\w]{1,70})/))
    let text = String(decoding: hit.body ?? [], as: UTF8.self)
    var pieces = ("\r\n" + text).components(separatedBy: "\r\n--\(match.output.1)")
    try #require(pieces.removeFirst().isEmpty && pieces.removeLast() == "--\r\n")
    var parts: [String: String] = [:]
    for piece in pieces {
      let part = try #require(
        piece.wholeMatch(
          of: /\r\nContent-Disposition: form-data; name="([^"]+)"\r\n\r\n((?:.|\r|\n|\r\n)*)/))
      parts[String(part.output.1)] = String(part.output.2)
    }
    return parts
  }

  private func server() throws -> ResourceServer {
    try ResourceServer { hit in
      let parts = try? Self.parts(hit)
      let isKnown = parts?["client_id"] == "app" && parts?["client_secret"] == "s3cret & more"
      return .init(
        status: isKnown ? "200 OK" : "401 Unauthorized", fields: ["Content-Type: application/json"],
        body: isKnown
          ? #"{"access_token":"at","token_type":"bearer","refresh_token":"rt"}"#
          : #"{"error":"invalid_client"}"#)
    }
  }

  @Test("has the same form for each grant and for a refresh")
  func everyGrant() async throws {
    let server = try server()
    let endpoint = try Endpoint("\(server.origin)/token")
    let grants: [DirectGrant] = [
      .clientCredentials, .password(username: "käthe", password: Secret("pa ss\r\n--x")),
      .assertion(type: "urn:ietf:params:oauth:grant-type:jwt-bearer", Secret("a.b.c")),
      .draftAssertion(type: "http://a.example/", Secret("x=y&z")),
      .other(type: "mfa", ["code": "1"]),
    ]
    for grant in grants {
      let exchange = DirectExchange(
        grant, scopes: ["a", "b"], client: client, tokenEndpoint: endpoint, dialect: dialect)
      let tokens = try await transport.perform(exchange, environment: .live)
      #expect(tokens.accessToken.reveal() == "at")
    }
    let refresh = RefreshExchange(
      refreshToken: Secret("rt"), client: client, tokenEndpoint: endpoint, dialect: dialect)
    _ = try await transport.perform(refresh, environment: .live)
    let parts = try server.hits.map(Self.parts)
    #expect(
      parts.map { $0["grant_type"] } == [
        "client_credentials", "password", "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion", "mfa", "refresh_token",
      ])
    #expect(parts[1]["password"] == "pa ss\r\n--x" && parts[1]["username"] == "käthe")
    #expect(parts[1]["scope"] == "a b")
    #expect(parts[3]["assertion"] == "x=y&z")
    #expect(parts[5]["refresh_token"] == "rt")
    #expect(server.hits.allSatisfy { $0.method == "POST" && $0.path == "/token" })
  }

  // attack: H-11
  @Test(
    "never has a boundary that occurs in a value",
    arguments: ["----coatcheck-form-0", "\r\n------coatcheck-form-0\r\n------coatcheck-form-1--"])
  func collision(_ password: String) async throws {
    let server = try server()
    let exchange = DirectExchange(
      .password(username: "a", password: Secret(password)), client: client,
      tokenEndpoint: try Endpoint("\(server.origin)/token"), dialect: dialect)
    _ = try await transport.perform(exchange, environment: .live)
    let hit = try #require(server.hits.first)
    #expect(try Self.parts(hit)["password"] == password)
    #expect(hit.fields["content-type"]?.contains("form-0") == false)
  }

  // attack: H-11
  @Test(
    "is never sent with a line break in a field",
    arguments: [
      ("X-A", "1\r\nX-Evil: 1"), ("X-A", "1\nX-Evil: 1"), ("X-A\r\nX-Evil", "1"), ("", "1"),
    ])
  func fields(_ name: String, _ value: String) async throws {
    let server = try server()
    var dialect = dialect
    dialect.fields = [name: value]
    let exchange = DirectExchange(
      .clientCredentials, client: client, tokenEndpoint: try Endpoint("\(server.origin)/token"),
      dialect: dialect)
    let error = await failure { try await transport.perform(exchange, environment: .live) }
    #expect(error?.outcome == .misused && error?.parameter == "fields")
    #expect(server.hits.isEmpty)
  }

  @Test("is stored with the session")
  func stored() throws {
    let json = dialect.json
    #expect(json == ["token_parameters": "multipart"])
    #expect(try Dialect(json: JSONObject(parsing: json.serialized())) == dialect)
  }
}
