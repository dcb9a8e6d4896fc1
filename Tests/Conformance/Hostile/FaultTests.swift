// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Faults that are no module of a suite")
struct MoreFaultTests {
  /// A fault, and the error it ends in.
  struct Case: Sendable, CustomTestStringConvertible {
    let fault: Fault
    let code: OAuthError.Code
    let parameter: String?
    var tokenRequests = 1
    var testDescription: String { fault.name }
  }

  // attack: C-06, C-18, C-26, C-27, C-29, C-34, C-94
  @Test(
    "Nobody is signed in",
    arguments: [
      Case(fault: .missingNonce, code: .nonceMismatch, parameter: "nonce"),
      Case(fault: .wrongAtHash, code: .idTokenInvalid, parameter: "at_hash"),
      Case(fault: .missingExpiry, code: .idTokenInvalid, parameter: "exp"),
      Case(fault: .expired, code: .idTokenInvalid, parameter: "exp"),
      Case(fault: .secondAudience, code: .idTokenInvalid, parameter: "aud"),
      Case(fault: .unknownKey, code: .idTokenInvalid, parameter: nil),
      Case(fault: .otherAlgorithm, code: .idTokenInvalid, parameter: nil),
      Case(fault: .macedIDToken, code: .idTokenInvalid, parameter: nil),
      Case(fault: .missingIDToken, code: .idTokenInvalid, parameter: "id_token"),
      Case(fault: .missingAccessToken, code: .tokenMalformed, parameter: "access_token"),
      Case(fault: .lineBreakInAccessToken, code: .tokenMalformed, parameter: "access_token"),
      Case(fault: .wrongState, code: .stateMismatch, parameter: "state", tokenRequests: 0),
      Case(
        fault: .errorOfAnotherIssuer, code: .issuerMismatch, parameter: "iss", tokenRequests: 0),
      Case(fault: .deniesAccess, code: .accessDenied, parameter: nil, tokenRequests: 0),
      Case(fault: .loginRequired, code: .loginRequired, parameter: nil, tokenRequests: 0),
      Case(
        fault: .insecureTokenEndpoint, code: .insecureEndpoint, parameter: "token_endpoint",
        tokenRequests: 0),
      Case(
        fault: .fileAsAuthorizationEndpoint, code: .insecureEndpoint,
        parameter: "authorization_endpoint", tokenRequests: 0),
    ])
  func refused(_ row: Case) async throws {
    let party = try await RelyingParty([row.fault], client: HostileClient())
    try await party.expectRefusal(row.code, row.parameter, tokenRequests: row.tokenRequests)
  }

  // attack: C-61
  @Test(
    "An ID token without the class of authentication that was demanded signs nobody in",
    arguments: [[], [Fault.otherAuthenticationContext]])
  func authenticationContext(_ faults: [Fault]) async throws {
    let party = try await RelyingParty(faults, client: HostileClient())
    var options = AuthorizationOptions()
    options.claims.require(acr: ["urn:example:gold"])
    try await party.expectRefusal(.idTokenInvalid, "acr", options: options)
  }

  @Test("An old sign-in is refused when a younger one was asked for")
  func oldAuthentication() async throws {
    let party = try await RelyingParty(.oldAuthentication)
    var options = AuthorizationOptions()
    options.maxAge = 60
    try await party.expectRefusal(.idTokenInvalid, "auth_time", options: options)
  }

  @Test(
    "What is right though rare signs people in",
    arguments: [
      Fault.audienceAsArray, .issuedAWeekAgo, .missingAtHash, .missingExpiresIn, .missingScope,
      .oddTokenType, .movedKeys,
    ])
  func works(_ fault: Fault) async throws {
    let party = try await RelyingParty([fault], client: HostileClient())
    try await party.expectSignIn()
  }

  // attack: C-62
  @Test(
    "A logout token of nobody, an old one and a corrupt one end nothing",
    arguments: [Fault.logoutTokenWithoutSubject, .oldLogoutToken, .corruptLogoutToken])
  func logout(_ fault: Fault) async throws {
    try await RelyingParty.expectNoLogout(by: fault)
  }

  // attack: C-81
  @Test("The place of a registration on another origin is never asked")
  func registrationElsewhere() async throws {
    let party = try await RelyingParty(.registrationElsewhere)
    #expect(try await party.register().configuration == nil)
    #expect(party.provider.requestsElsewhere.isEmpty)
  }

  // attack: C-81
  @Test("What a registration changed is told")
  func changedRegistration() async throws {
    let party = try await RelyingParty(.changedRegistration)
    let changes = try await party.register().changes(from: RelyingParty.registration)
    #expect(Set(changes) == ["redirect_uris", "token_endpoint_auth_method"])
  }
}
