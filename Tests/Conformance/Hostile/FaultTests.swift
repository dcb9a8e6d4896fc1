// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Faults beyond the conformance suites")
struct MoreFaultTests {
  // attack: C-06, C-18, C-26, C-27, C-29, C-34, C-94
  @Test(
    "The client refuses the fault",
    arguments: [
      Refusal(.missingNonce, .nonceMismatch, "nonce"),
      Refusal(.wrongAtHash, .idTokenInvalid, "at_hash"),
      Refusal(.missingExpiry, .idTokenInvalid, "exp"),
      Refusal(.expired, .idTokenInvalid, "exp"),
      Refusal(.secondAudience, .idTokenInvalid, "aud"),
      Refusal(.unknownKey, .idTokenInvalid),
      Refusal(.otherAlgorithm, .idTokenInvalid),
      Refusal(.macedIDToken, .idTokenInvalid),
      Refusal(.missingIDToken, .idTokenInvalid, "id_token"),
      Refusal(.missingAccessToken, .tokenMalformed, "access_token"),
      Refusal(.lineBreakInAccessToken, .tokenMalformed, "access_token"),
      Refusal(.wrongState, .stateMismatch, "state", tokenRequests: 0),
      Refusal(.errorOfAnotherIssuer, .issuerMismatch, "iss", tokenRequests: 0),
      Refusal(.deniesAccess, .accessDenied, tokenRequests: 0),
      Refusal(.loginRequired, .loginRequired, tokenRequests: 0),
      Refusal(
        .insecureTokenEndpoint, .insecureEndpoint, "token_endpoint",
        tokenRequests: 0),
      Refusal(
        .fileAsAuthorizationEndpoint, .insecureEndpoint, "authorization_endpoint", tokenRequests: 0),
    ])
  func refused(_ row: Refusal) async throws {
    let party = try await RelyingParty([row.fault], client: HostileClient())
    try await party.expectRefusal(row.code, row.parameter, tokenRequests: row.tokenRequests)
  }

  // attack: C-61
  @Test(
    "The client refuses an ID token without the required acr",
    arguments: [[], [Fault.otherAuthenticationContext]])
  func authenticationContext(_ faults: [Fault]) async throws {
    let party = try await RelyingParty(faults, client: HostileClient())
    var options = AuthorizationOptions()
    options.claims.require(acr: ["urn:example:gold"])
    try await party.expectRefusal(.idTokenInvalid, "acr", options: options)
  }

  @Test("The client refuses an auth_time that is older than max_age")
  func oldAuthentication() async throws {
    let party = try await RelyingParty(.oldAuthentication)
    var options = AuthorizationOptions()
    options.maxAge = 60
    try await party.expectRefusal(.idTokenInvalid, "auth_time", options: options)
  }

  @Test(
    "The client accepts rare but correct responses",
    arguments: [
      Fault.audienceAsArray, .issuedAWeekAgo, .missingAtHash, .missingExpiresIn, .missingScope,
      .oddTokenType, .movedKeys,
    ])
  func works(_ fault: Fault) async throws {
    let party = try await RelyingParty([fault], client: HostileClient())
    try await party.expectSignIn()
  }

  // attack: C-81
  @Test("The client discards a registration_client_uri on another origin")
  func registrationElsewhere() async throws {
    let party = try await RelyingParty(.registrationElsewhere)
    #expect(try await party.register().configuration == nil)
    #expect(party.provider.requestsElsewhere.isEmpty)
  }

  // attack: C-81
  @Test("The client reports changed registration metadata")
  func changedRegistration() async throws {
    let party = try await RelyingParty(.changedRegistration)
    let changes = try await party.register().changes(from: RelyingParty.registration)
    #expect(Set(changes) == ["redirect_uris", "token_endpoint_auth_method"])
  }
}
