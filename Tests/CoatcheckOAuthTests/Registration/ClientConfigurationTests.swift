// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Reading, changing and deleting a registration")
struct ClientConfigurationTests {
  private func client() throws(OAuthError) -> ClientRegistration {
    ClientRegistration(
      id: "c1", secret: Secret("s3cret"),
      configuration: ClientConfiguration(
        endpoint: try Endpoint("https://op.example/register/c1?v=2"),
        accessToken: Secret("r3gistration")),
      metadata: .native(name: "Tool", redirectURIs: ["http://127.0.0.1/cb"]))
  }

  private func exchange(
    _ operation: ClientConfigurationExchange.Operation
  ) throws(OAuthError) -> ClientConfigurationExchange {
    try ClientConfigurationExchange(operation, client())
  }

  @Test("each request is received with the registration access token")
  func requests() throws {
    var changed = try client().metadata
    changed.name = "Other"
    let methods: [(ClientConfigurationExchange.Operation, HTTPRequest.Method)] = [
      (.read, .get), (.update(changed), .put), (.delete, .delete),
    ]
    for (operation, method) in methods {
      let message = try exchange(operation).request()
      #expect(message.head.method == method && message.head.authority == "op.example")
      let received = try ClientConfigurationExchange.received(message)
      #expect(received.path == "/register/c1")
      #expect(received.accessToken.reveal() == "r3gistration")
      #expect("\(received.operation)" == "\(operation)")
      if case .update(let metadata) = received.operation {
        #expect(metadata == changed)
        #expect(received.clientID == "c1")
        #expect(received.clientSecret?.reveal() == "s3cret")
      }
    }
  }

  private func read(
    _ members: JSONObject, of client: ClientRegistration
  ) throws -> ClientRegistration {
    let json: JSONObject = ["client_id": "c1"]
    return try #require(
      try ClientConfigurationExchange(.read, client).reply(response(200, json.adding(members))))
  }

  @Test("a new token replaces the old one, and members that are not repeated are kept")
  func rotation() throws {
    var client = try client()
    let replies: [(JSONObject, path: String, secret: String)] = [
      (["registration_access_token": "n2"], "/register/c1?v=2", "s3cret"),
      (["client_secret": "s2", "registration_client_uri": "https://op.example/c"], "/c", "s2"),
    ]
    for reply in replies {
      client = try read(reply.0, of: client)
      #expect(client.configuration?.accessToken.reveal() == "n2")
      #expect(client.configuration?.endpoint.path == reply.path)
      #expect(client.secret?.reveal() == reply.secret)
    }
  }

  // attack: C-81
  @Test("the token is not sent to another origin that a response names")
  func otherOrigin() throws {
    let client = try read(
      [
        "registration_client_uri": "https://evil.example/c", "registration_access_token": "n2",
      ], of: client())
    let (head, _) = try ClientConfigurationExchange(.read, client).request()
    #expect(head.authority == "op.example")
    expectError(.unreadable(.redirectRefused, "")) {
      try exchange(.read).reply(
        response(307, "", fields: [.location: "https://evil.example/register/c1"]))
    }
  }

  @Test("a response for another client is refused")
  func otherClient() throws {
    expectError(.unreadable(.replyMalformed, "")) {
      try exchange(.read).reply(response(200, #"{"client_id":"c2"}"#))
    }
  }

  @Test("a deleted registration is nil, and a refused token is reported")
  func endings() throws {
    let ended: ClientRegistration? = nil
    let answer = ClientConfigurationExchange.response(ended)
    #expect(answer.head.status == .noContent)
    #expect(try exchange(.delete).reply(answer).map(\.id) == nil)
    expectError(.refused(.invalidToken, ""), status: 401) {
      try exchange(.read).reply(
        ClientConfigurationExchange.response(.refused(.invalidToken, "No such token.")))
    }
  }

  @Test(
    "an update with a forbidden or invalid member is refused by its name",
    arguments: [
      (#"{}"#, "client_id"),
      (#"{"client_id":"c1","registration_access_token":"x"}"#, "registration_access_token"),
      (#"{"client_id":"c1","client_id_issued_at":1}"#, "client_id_issued_at"),
      (#"{"client_id":"c1","client_secret_expires_at":1}"#, "client_secret_expires_at"),
      (#"{"client_id":"c1","registration_client_uri":"https://x"}"#, "registration_client_uri"),
      (#"{"client_id":"c1","grant_types":"x"}"#, "grant_types"),
    ])
  func badUpdates(body: String, name: String) {
    var message = post(
      body, path: "/r/c1", type: "application/json", authorization: ["Bearer t"])
    message.head.method = .put
    let error = failure { [message] in try ClientConfigurationExchange.received(message) }
    #expect(error?.code == .invalidClientMetadata && error?.parameter == name)
    message.head.headerFields[.authorization] = nil
    let anonymous = failure { [message] in try ClientConfigurationExchange.received(message) }
    #expect(anonymous?.code == .credentialsMissing)
  }
}
