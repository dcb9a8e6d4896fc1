// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import TestKit

@Suite("docomo's errors")
struct DocomoErrorTests {
  private let site: DocomoSite

  init() async throws { site = try await DocomoSite() }

  static let reasons: [(String, DocomoErrorReason, Int, String)] = [
    ("invalid_request", .invalidRequest, 0, "INVALID_REQUEST"),
    ("unsupported_response_type", .unsupportedResponseType, 1, "UNSUPPORTED_RESPONSE_TYPE"),
    ("server_error", .serverError, 2, "SERVER_ERROR"),
    ("invalid_grant", .invalidGrant, 3, "INVALID_GRANT"),
    ("invalid_client", .invalidClient, 4, "INVALID_CLIENT"),
    ("unauthorized_client", .unauthorizedClient, 5, "UNAUTHORIZED_CLIENT"),
    ("unsupported_grant_type", .unsupportedGrantType, 6, "UNSUPPORTED_GRANT_TYPE"),
    ("invalid_scope", .invalidScope, 7, "INVALID_SCOPE"),
    ("temporarily_unavailable", .temporarilyUnavailable, 8, "TEMPORARILY_UNAVAILABLE"),
  ]

  @Test("each error of the callback has its reason", arguments: reasons)
  func callbackReason(
    _ wire: String, _ reason: DocomoErrorReason, _ number: Int, _ name: String
  ) async throws {
    let agent = NotingAgent { request in
      "\(DocomoSite.redirectURI)?error=\(wire)&state=\(request["state"] ?? "")"
    }
    let error = try #require(
      await failure {
        try await site.client(agent: agent).signIn(scopes: [.userid], storedAs: "main")
      })
    #expect(DocomoErrorReason(error) == reason)
    #expect(DocomoErrorDomain(error) == .authentication)
    #expect(!error.isCancelledByUser)
    #expect((reason.rawValue, reason.name) == (number, name))
  }

  @Test("each error of the token endpoint has its reason", arguments: reasons)
  func tokenReason(
    _ wire: String, _ reason: DocomoErrorReason, _ number: Int, _ name: String
  ) async throws {
    let status = ["server_error": 500, "temporarily_unavailable": 503, "invalid_client": 401]
    site.standIn.answer(
      DocomoSite.token, with: .standIn(.init(code: status[wire] ?? 400), error: wire), times: 3)
    let error = try #require(
      await failure { try await site.client().signIn(scopes: [.userid], storedAs: "main") })
    #expect(DocomoErrorReason(error)?.rawValue == number)
    #expect(DocomoErrorDomain(error) == .authentication)
  }

  @Test("there are ten reasons, and the tenth is a refresh without a refresh token")
  func tenReasons() {
    #expect(DocomoErrorReason.allCases.map(\.rawValue) == Array(0...9))
    #expect(DocomoErrorReason.noRefreshToken.rawValue == 9)
    #expect(DocomoErrorReason.noRefreshToken.name == "NO_REFRESH_TOKEN")
  }

  @Test("a token endpoint that does not answer in time is temporarily unavailable for a refresh")
  func timedOut() async throws {
    // A listener that nothing serves: connections are accepted, and no response comes.
    let silent = LoopbackUserAgent(open: { _ in })
    let address = try await silent.redirectURI()
    var stored = try #require(await site.session().stored)
    stored.tokenEndpoint = try Endpoint(address)
    stored.dialect.refreshTries = 1
    let session = Session(
      stored, store: MemoryTokenStore([stored]), transport: ImpatientTransport(),
      environment: site.environment)
    let error = try #require(await failure { try await session.refresh() })
    #expect(error.code == .timedOut)
    #expect(DocomoErrorReason(error) == .temporarilyUnavailable)
    #expect(DocomoErrorDomain(error) == .authentication)
    site.clock.advance(by: .seconds(3600))
    let call = try #require(await site.capacityFailure(session))
    #expect(DocomoErrorDomain(call) == .connection)
    await silent.abandon(redirectURI: address)
  }

  @Test("an unknown error code keeps its name")
  func unknownError() async throws {
    site.standIn.answer(DocomoSite.token, with: .standIn(.badRequest, error: "out_of_paper"))
    let error = try #require(
      await failure { try await site.client().signIn(scopes: [.userid], storedAs: "main") })
    #expect(error.code.rawValue == "out_of_paper")
    #expect(DocomoErrorReason(error) == nil)
    #expect(DocomoErrorDomain(error) == .http)
  }

  static let domains: [(OAuthError, DocomoErrorDomain?)] = [
    (.unreachable(.userCancelled, ""), .authenticationCanceled),
    (.refused(.accessDenied, ""), .authenticationCanceled),
    (.refused(.invalidGrant, "", status: 400), .authentication),
    (.unreachable(.storeFailed, ""), .authenticationContextAccess),
    (.unreachable(.storeLocked, ""), .authenticationContextAccess),
    (.unreadable(.storeDamaged, ""), .authenticationContextNotFound),
    (.ended(.signedOutElsewhere), .authenticationContextNotFound),
    (.ended(.refused), .authentication),
    (.refused(.invalidToken, "", status: 401), .tokenExpired),
    (.unreachable(.connectionFailed, ""), .connection),
    (.unreachable(.serverUnavailable, "", status: 502), .http),
    (.unreadable(.replyMalformed, "", status: 404), .http),
    (.unreadable(.replyMalformed, "", status: 200), .responseBodyParse),
    (.unreadable(.stateMismatch, ""), .responseBodyParse),
    (.misused("scopes", ""), nil),
    (.unreachable(.cancelled, ""), nil),
  ]

  @Test("every error has its domain, or nil where docomo's SDK had none", arguments: domains)
  func domain(_ error: OAuthError, _ domain: DocomoErrorDomain?) {
    #expect(DocomoErrorDomain(error) == domain)
  }

  static let notices: [(OAuthError, DocomoErrorDomain?, DocomoErrorReason?)] = [
    (.unreachable(.userCancelled, ""), .authenticationCanceled, nil),
    (.refused(.accessDenied, ""), .authenticationCanceled, nil),
    (.unreachable(.cancelled, ""), .authenticationCanceled, nil),
    (.refused(.invalidGrant, "", status: 400), .authentication, .invalidGrant),
    (.ended(.refused), .authentication, .invalidGrant),
    (.ended(.signedOutElsewhere), .authentication, .invalidRequest),
    (.refused(OAuthError.Code(rawValue: "out_of_paper"), ""), .authentication, .invalidRequest),
    (
      .refused(.interactionRequired, "", parameter: "refresh_token"), .authentication,
      .noRefreshToken
    ),
    (.unreachable(.connectionFailed, ""), .authentication, .temporarilyUnavailable),
    (.unreachable(.timedOut, ""), .authentication, .temporarilyUnavailable),
    (.unreachable(.serverUnavailable, "", status: 502), .authentication, .temporarilyUnavailable),
    (.unreachable(.storeFailed, ""), .authentication, .temporarilyUnavailable),
    (.unreadable(.storeDamaged, ""), .authentication, .serverError),
    (.unreadable(.replyMalformed, "", status: 200), .authentication, .serverError),
    (.unreadable(.stateMismatch, ""), .authentication, .serverError),
    (.misused("scopes", ""), nil, nil),
  ]

  @Test(
    "an error of a sign-in is in one of the document's two domains, with a code in the first",
    arguments: notices)
  func notified(
    _ error: OAuthError, _ domain: DocomoErrorDomain?, _ reason: DocomoErrorReason?
  ) {
    #expect(DocomoErrorDomain(ofAuthentication: error) == domain)
    #expect(DocomoErrorReason(ofAuthentication: error) == reason)
  }

  @Test("a sign-in while docomo cannot be reached is an error of the first domain")
  func offline() async throws {
    await site.standIn.stop()
    let agent = NotingAgent { "\(DocomoSite.redirectURI)?code=c&state=\($0["state"] ?? "")" }
    let error = try #require(
      await failure {
        try await site.client(agent: agent).signIn(scopes: [.userid], storedAs: "main")
      })
    #expect(DocomoErrorDomain(ofAuthentication: error) == .authentication)
    #expect(DocomoErrorReason(ofAuthentication: error) == .temporarilyUnavailable)
  }

  @Test("the domains have the names that docomo's SDK used")
  func domainNames() {
    #expect(
      DocomoErrorDomain.allCases.map(\.rawValue) == [
        "AuthenticationErrorDomain", "AuthenticationCanceledErrorDomain",
        "AuthenticationContextAccessErrorDomain", "AuthenticationContextNotFoundErrorDomain",
        "TokenExpiredErrorDomain", "ConnectionErrorDomain", "HttpErrorDomain",
        "ResponseBodyParseErrorDomain", "ApplicationLayerErrorDomain", "UploadErrorDomain",
      ])
  }

  static let challenges: [(String?, Bool)] = [
    ("Bearer error=invalid_token", true), ("Bearer error=\"invalid_token\"", true),
    ("Bearer realm=\"photo\", error=\"invalid_token\", error_description=\"over\"", true),
    ("Bearer error=invalid_token, error_description=\"over\"", true),
    ("Bearer realm=photo error=invalid_token error_description=over", true),
    ("OAuth error=invalid_token", true), ("error=invalid_token", true),
    ("Bearer error=\"invalid_request\"", false), ("Bearer realm=\"error=invalid_token\"", false),
    ("Bearer realm=\" error=invalid_token \" x", false), ("Basic realm=\"x\"", false), (nil, false),
  ]

  @Test(
    "a 401 with invalid_token means that the token has expired; any other 401 is an HTTP error; neither request is sent again",
    arguments: challenges)
  func rejectedToken(_ challenge: String?, _ isExpired: Bool) async throws {
    let (site, session) = try await DocomoSite.signedIn()
    var fields = HTTPFields()
    fields[.wwwAuthenticate] = challenge
    site.standIn.answer(
      DocomoSite.capacity, with: .standIn(.unauthorized, text: "no", fields: fields))
    let error = try #require(await site.capacityFailure(session))
    let other = PhotoColleError.http(
      status: 401, reasonPhrase: "Unauthorized", body: Data("no".utf8))
    #expect(error == (isExpired ? .tokenExpired : other))
    #expect(DocomoErrorDomain(error) == (isExpired ? .tokenExpired : .http))
    #expect(site.count(DocomoSite.capacity) == 1)
    #expect(site.count(DocomoSite.token) == 1)
    #expect(try await site.store.sessions().count == 1)
  }

  @Test("a token that docomo revoked is reported as expired, and a refresh replaces it")
  func revokedToken() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    site.standIn.service.revokeAll()
    let photos = try site.photos(of: session)
    #expect(
      await failure(PhotoColleError.self) { try await photos.capacity() } == .tokenExpired)
    try await session.refresh()
    _ = try await photos.capacity()
  }
}
