// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The parameters of a token request")
struct TokenParametersTests {
  /// A token request of every grant, with its expected grant type.
  private func requests(
    _ dialect: Dialect, _ authentication: ClientAuthentication
  ) throws -> [(step: GrantStep, type: String, head: HTTPRequest, body: Data)] {
    let client = ClientIdentity(id: "app", authentication: authentication)
    let endpoint = try Endpoint("https://op.example/token?site=1")
    let transaction = try transaction()
    let reply = try transaction.reply()
    let code = CodeExchange(reply, client: client, tokenEndpoint: endpoint, dialect: dialect)
    let refresh = RefreshExchange(
      refreshToken: Secret("r"), client: client, tokenEndpoint: endpoint, dialect: dialect)
    func direct(_ grant: DirectGrant) -> DirectExchange {
      DirectExchange(
        grant, scopes: ["a:b", "c"], client: client, tokenEndpoint: endpoint, dialect: dialect)
    }
    let saml = "urn:ietf:params:oauth:grant-type:saml2-bearer"
    let exchanges: [(GrantStep, String, any TokenEndpointExchange)] = [
      (.code, "authorization_code", code), (.refresh, "refresh_token", refresh),
      (.clientCredentials, "client_credentials", direct(.clientCredentials)),
      (.password, "password", direct(.password(username: "a@b c", password: Secret("p&=%+")))),
      (.other, saml, direct(.assertion(type: saml, Secret("PHNhbWw+")))),
      (.other, "assertion", direct(.draftAssertion(type: saml, Secret("PHNhbWw+")))),
      (.other, "mfa", direct(.other(type: "mfa", ["totp_code": "123456"]))),
    ]
    return try exchanges.map { step, type, exchange in
      let (head, body) = try exchange.request()
      return (step, type, head, body)
    }
  }

  /// The parameters of a token request, read from the place that the dialect sets.
  private func received(
    _ head: HTTPRequest, _ body: Data, _ place: TokenParameters
  ) throws -> Parameters {
    let path = try #require(head.path)
    let query = path.drop { $0 != "?" }.dropFirst()
    let type = head.headerFields[.contentType]
    #expect(head.method == (place == .queryOfGET ? .get : .post))
    switch place {
    case .query, .queryOfGET:
      #expect(body.isEmpty && type == nil)
      #expect(!query.contains("+"))
      return try Parameters(decoding: query)
    case .form:
      #expect(type == "application/x-www-form-urlencoded" && query == "site=1")
      return try Parameters(bytes: body)
    case .json, .sessionToken:
      #expect(type == "application/json" && query == "site=1")
      let json = try JSONObject(parsing: [UInt8](body))
      return Parameters(json.map { ($0, $1.stringValue ?? "") })
    case .multipart:
      #expect(query == "site=1")
      let boundary = try #require(type?.split(separator: "=").last)
      let parts = body.text.components(separatedBy: "--\(boundary)")
      #expect(parts.last == "--\r\n")
      return Parameters(
        try parts.dropFirst().dropLast().map { part in
          let halves = part.components(separatedBy: "\r\n\r\n")
          try #require(halves.count == 2)
          let name = try #require(halves[0].split(separator: "\"").last)
          return (String(name), String(halves[1].dropLast(1)))
        })
    }
  }

  @Test(
    "are in the place that the dialect sets, for every grant and authentication method",
    arguments: TokenParameters.allCases.filter { $0 != .sessionToken })
  func everyGrant(_ place: TokenParameters) throws {
    var dialect = Dialect()
    dialect.tokenParameters = place
    dialect.fields = ["X-Kii-AppID": "a b"]
    for step in GrantStep.allCases { dialect.extra[step] = ["step": step.rawValue] }
    let posted = ClientAuthentication.post(Secret("s x"))
    for authentication in [posted, .basic(Secret("s x"))] {
      let sent = try requests(dialect, authentication)
      for (step, type, head, body) in sent {
        let parameters = try received(head, body, place)
        let comment = Comment(rawValue: "\(type) \(authentication.method)")
        #expect(parameters["grant_type"] == type, comment)
        #expect(parameters["step"] == step.rawValue, comment)
        #expect(head.headerFields[values: try #require(.init("x-kii-appid"))] == ["a b"], comment)
        #expect(head.headerFields[.accept] == "application/json", comment)
        let isPosted = authentication.method == posted.method
        #expect(parameters["client_secret"] == (isPosted ? "s x" : nil), comment)
        #expect(
          head.headerFields[.authorization] == (isPosted ? nil : "Basic YXBwOnMreA=="), comment)
      }
      let byType = Dictionary(uniqueKeysWithValues: sent.map { ($0.type, $0) })
      func value(_ name: String, of type: String) throws -> String? {
        let request = try #require(byType[type])
        return try received(request.head, request.body, place)[name]
      }
      #expect(try value("username", of: "password") == "a@b c")
      #expect(try value("password", of: "password") == "p&=%+")
      #expect(try value("scope", of: "client_credentials") == "a:b c")
      #expect(try value("assertion", of: "assertion") == "PHNhbWw+")
      #expect(try value("totp_code", of: "mfa") == "123456")
    }
  }

  @Test("cannot be replaced by an additional parameter of a dialect", arguments: GrantStep.allCases)
  func reserved(_ step: GrantStep) throws {
    let begins = step == .authorization
    for name in ["client_id", "redirect_uri", "scope", begins ? "state" : "grant_type"] {
      var dialect = Dialect()
      dialect.extra[step] = [name: "x"]
      let error = #expect(throws: OAuthError.self) {
        guard begins else { return _ = try requests(dialect, .basic(Secret("s"))) }
        _ = try beginSignIn(dialect: dialect)
      }
      #expect(error?.outcome == .misused && error?.parameter == name)
    }
  }
}
