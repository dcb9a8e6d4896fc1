// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

@Suite("OCLC's errors", .timeLimit(.minutes(10)))
struct OCLCErrorTests {
  private let world: OCLCWorld

  init() async throws { world = try await OCLCWorld() }

  @Test("of every form are read as the same error", arguments: OCLCErrorForm.allCases)
  func forms(_ form: OCLCErrorForm) async throws {
    let world = try await OCLCWorld(OCLCService(errors: form))
    let provider = try world.legacy()
    let unknown = await failure {
      try await world.client(of: provider, id: "unknown").ownSession(scopes: ["A"])
    }
    #expect(unknown == .refused(.invalidClient, ""))
    #expect(unknown?.status == 401)
    #expect(unknown?.peerDescription == "WSKey unknown is invalid")
    // OCLC's own code, if it has one, is the provider code.
    let own: [OCLCErrorForm: String] = [
      .codeAndMessage: "401", .codeNumber: "401", .xml: "401", .nested: "invalid_client",
      .challengeText: "invalid_client",
    ]
    #expect(unknown?.providerCode == own[form])
    let wrong = await failure {
      try await world.client(of: provider, secret: "wrong").ownSession(scopes: ["A"])
    }
    #expect(wrong == .refused(.invalidClient, ""))
    // An error that the status does not determine.
    let scope = await failure { try await world.client(of: provider).ownSession() }
    #expect(scope == .refused(.invalidScope, ""))
    #expect(scope?.status == 400)
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let body: String
    let code: OAuthError.Code?
    var message: String?
    var form = "application/json"
  }

  static let samples = [
    Sample(
      testDescription: "of the older token endpoint", status: 401,
      body: #"{"code":{"type":"http","value":"401"},"message":"WSKey 'x' is invalid"}"#,
      code: .invalidClient, message: "WSKey 'x' is invalid"),
    Sample(
      testDescription: "with a number", status: 403,
      body: #"{"code":403,"message":"unauthorized_client"}"#, code: .unauthorizedClient),
    Sample(
      testDescription: "inside an object", status: 401,
      body: #"{"error":{"errorMessage":"WSKey 'x' is invalid","errorCode":401}}"#,
      code: .invalidClient, message: "WSKey 'x' is invalid"),
    Sample(
      testDescription: "as text without quotes", status: 400,
      body: "WSKeyV2 error=\"invalid_request\" error_description=Missing a thing\n",
      code: .invalidRequest, message: "Missing a thing", form: "text/html"),
    Sample(
      testDescription: "as XML", status: 401,
      body: "<error xmlns=\"x\"><code type=\"http\">401</code><message>a &lt; b &amp; c</message>"
        + "<detail/></error>",
      code: .invalidClient, message: "a < b & c", form: "application/xml"),
    Sample(
      testDescription: "of the specification", status: 400,
      body: #"{"error":"invalid_grant","error_description":"Gone."}"#, code: .invalidGrant,
      message: "Gone."),
    Sample(
      testDescription: "of an invalid grant, inside an object", status: 400,
      body: #"{"error":{"errorMessage":"The refresh token is over","errorCode":"invalid_grant"}}"#,
      code: .invalidGrant, message: "The refresh token is over"),
    Sample(testDescription: "in no known form", status: 418, body: "teapot", code: nil),
    Sample(testDescription: "that are truncated", status: 401, body: "<error><code>401", code: nil),
    Sample(
      testDescription: "whose attribute is another's", status: 400,
      body: "WSKeyV2 no_error=\"invalid_grant\"", code: nil),
    Sample(testDescription: "that are empty", status: 401, body: "", code: nil),
  ]

  @Test(
    "are read from a body of each form; a body in no known form is unreadable", arguments: samples)
  func byteByByte(_ sample: Sample) async throws {
    world.oclc.answer(
      "/oauth2/accessToken",
      with: .standIn(.init(code: sample.status), text: sample.body, type: sample.form))
    let error = try #require(
      await failure { try await world.client().ownSession(scopes: ["A"]) })
    if let code = sample.code {
      #expect(error == .refused(code, ""))
      #expect(error.peerDescription == sample.message)
    } else {
      #expect(error == .unreadable(.replyMalformed, ""))
    }
    #expect(error.status == sample.status)
  }

  @Test("in the callback are the error codes of the specification")
  func redirect() async throws {
    let denied = await failure {
      try await world.client(agent: world.agent(.deny))
        .signIn(scopes: ["A"])
    }
    #expect(denied == .refused(.accessDenied, ""))
    let unknown = try Provider.oclc(
      url: world.oclc.url + "/oauth2", authenticatingInstitution: "1", contextInstitution: "2")
    let error = await failure { try await world.client(of: unknown).signIn(scopes: ["A"]) }
    #expect(error == .refused(.invalidRequest, ""))
    #expect(error?.peerDescription == "authenticatingInstitutionId is unknown.")
  }

  @Test("name the institution that a client credentials grant needs")
  func missingInstitution() async throws {
    var world = try await OCLCWorld()
    world.institutions = ("128807", nil)
    let error = await failure { try await world.client().ownSession(scopes: ["A"]) }
    #expect(error == .refused(.invalidRequest, ""))
    #expect(error?.peerDescription == "contextInstitutionId is missing.")
  }

  @Test(
    "of a failing server are not refusals, in every form", arguments: OCLCErrorForm.allCases)
  func trouble(_ form: OCLCErrorForm) async throws {
    world.oclc.answer(
      "/oauth2/accessToken",
      with: .standIn(
        .serviceUnavailable,
        text: form == .xml
          ? "<error><code type=\"http\">400</code><message>invalid_grant</message></error>"
          : #"{"code":400,"message":"invalid_grant"}"#), times: 3)
    let error = await failure { try await world.client().ownSession(scopes: ["A"]) }
    #expect(error?.outcome == .unreachable)
    #expect(error?.code == .serverUnavailable)
  }
}
