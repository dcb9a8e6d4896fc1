// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A bearer token", .timeLimit(.minutes(10)))
struct BearerAuthorizerTests {
  private func send(
    _ authorizer: BearerAuthorizer, to server: ResourceServer
  ) async throws -> (head: HTTPResponse, body: Data) {
    let service = AuthorizedTransport(
      try await FakeProvider().session(), authorizer: authorizer,
      transport: AsyncHTTPTransport(proxies: .direct))
    let request = HTTPRequest(to: "http://127.0.0.1:\(server.port)/")
    let response = try await service.open(request)
    return (response.head, try await response.body.collect())
  }

  @Test("is sent in the configured field, with the configured scheme")
  func presentation() async throws {
    let field = try #require(HTTPField.Name("X-Api-Token"))
    let rows: [(BearerAuthorizer, String, String)] = [
      (BearerAuthorizer(), "authorization", "Bearer at-1"),
      (BearerAuthorizer(presentation: .word("token")), "authorization", "token at-1"),
      (BearerAuthorizer(field: field, presentation: .bare), "x-api-token", "at-1"),
      (BearerAuthorizer(field: field), "x-api-token", "Bearer at-1"),
    ]
    for (authorizer, name, value) in rows {
      let server = try ResourceServer([:])
      _ = try await send(authorizer, to: server)
      #expect(server.hits.map { $0.fields[name] } == [value])
    }
  }

  @Test("cannot have a scheme with a line break")
  func brokenWord() async throws {
    let server = try ResourceServer([:])
    await expectError(outcome: .misused) {
      try await send(BearerAuthorizer(presentation: .word("a\r\nb")), to: server)
    }
    #expect(server.hits.isEmpty)
  }

  static let kii = TokenRejectionRule.json(status: 403, member: "errorCode", values: "WRONG_TOKEN")
  static let nested = TokenRejectionRule.json(
    status: 400, member: "error.code", values: "190", "102")

  static let answers: [Case<(TokenRejectionRule, ResourceServer.Answer, isRejection: Bool)>] = [
    Case("401 and invalid_token", (.bearer, .rejection, true)),
    Case("401 without a challenge", (.bearer, .init(status: "401 X"), true)),
    Case(
      "401 and a challenge without an error",
      (.bearer, .init(status: "401 X", fields: ["WWW-Authenticate: Bearer realm=\"a\""]), true)),
    Case(
      "401 and another error",
      (
        .bearer,
        .init(status: "401 X", fields: ["WWW-Authenticate: Bearer error=\"insufficient_scope\""]),
        false
      )),
    Case(
      "401 and another scheme",
      (.bearer, .init(status: "401 X", fields: ["WWW-Authenticate: Basic realm=\"a\""]), false)),
    Case("403", (.bearer, .init(status: "403 X"), false)),
    Case("a configured status", (.status(419), .init(status: "419 X"), true)),
    Case(
      "a configured status and error code",
      (kii, .init(status: "403 X", body: #"{"errorCode":"WRONG_TOKEN","message":""}"#), true)),
    Case(
      "another error code", (kii, .init(status: "403 X", body: #"{"errorCode":"OTHER"}"#), false)),
    Case(
      "the error code under another status",
      (kii, .init(status: "400 X", body: #"{"errorCode":"WRONG_TOKEN"}"#), false)),
    Case("no JSON", (kii, .init(status: "403 X", body: "<WRONG_TOKEN>"), false)),
    Case(
      "the error code in a body that is too long",
      (
        kii,
        .init(
          status: "403 X",
          body: #"{"errorCode":"WRONG_TOKEN"}"# + String(repeating: " ", count: 20_000)), false
      )),
    Case(
      "a numeric error code in a nested object",
      (nested, .init(status: "400 X", body: #"{"error":{"code":190}}"#), true)),
    Case(
      "another numeric error code in a nested object",
      (nested, .init(status: "400 X", body: #"{"error":{"code":1}}"#), false)),
  ]

  @Test(
    "is rejected according to the rule; all other responses are returned unchanged",
    arguments: answers)
  func rejection(
    _ row: Case<(TokenRejectionRule, ResourceServer.Answer, isRejection: Bool)>
  ) async throws {
    let (rule, answer, isRejection) = row.value
    let server = try ResourceServer { $0.authorization == "Bearer at-2" ? .ok : answer }
    let (head, body) = try await send(BearerAuthorizer(rejections: [rule]), to: server)
    #expect(server.hits.count == (isRejection ? 2 : 1))
    #expect((head.status == .ok) == isRejection)
    if !isRejection { #expect(String(decoding: body, as: UTF8.self) == answer.body) }
  }
}
