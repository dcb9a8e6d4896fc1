// SPDX-License-Identifier: Apache-2.0

/// The rules of all endpoints, one row each. An endpoint applies the rules of its column from top to
/// bottom.
///
/// Columns: pushed authorization requests; the authorization endpoint; the token endpoint once per grant (an
/// authorization code, a refresh token, a client's own credentials, a device, another token); where devices
/// request codes; revocation; introspection; userinfo; registration, and changes to one. Each rule is one file.
/// A rule can only stand in a column whose protocol it implements: otherwise the row does not compile.
enum Pipeline {
  // swift-format-ignore
  static let rows: [Row] = [
    //  rule                                  push   authorize   code   refresh   credentials   device   exchange   deviceAuthorization   revoke   introspect   userInfo   register   configure
    Row(ResolvePushedRequest(),         in: [       .authorize                                                                                                                                  ]),
    Row(FindClient(),                   in: [       .authorize                                                                                                                                  ]),
    Row(AuthenticateClient(),           in: [.push,             .code, .refresh, .credentials, .device, .exchange, .deviceAuthorization, .revoke, .introspect                                   ]),
    Row(VerifyRequestObject(),          in: [.push, .authorize                                                                                                                                  ]),
    Row(VerifyRedirectURI(),            in: [.push, .authorize                                                                                                                                  ]),
    // The redirect URI is valid from here on: errors are sent there, not shown on an error page.
    Row(RequirePushedRequest(),         in: [       .authorize                                                                                                                                  ]),
    Row(RequireSignedRequest(),         in: [.push, .authorize                                                                                                                                  ]),
    Row(ParseRequest(),                 in: [.push, .authorize                                                                                                                                  ]),
    Row(RequireCodeGrant(),             in: [.push, .authorize                                                                                                                                  ]),
    Row(RequirePKCE(),                  in: [.push, .authorize                                                                                                                                  ]),
    Row(RestrictScopes(),               in: [.push, .authorize                                                                                                                                  ]),
    Row(RestrictResources(),            in: [.push, .authorize                                                                                                                                  ]),
    Row(SelectClaims(),                 in: [.push, .authorize                                                                                                                                  ]),
    Row(ResolveExpectedUser(),          in: [.push, .authorize                                                                                                                                  ]),
    Row(VerifyRequestDPoP(),            in: [.push                                                                                                                                              ]),
    Row(LimitPushedRequests(),          in: [.push                                                                                                                                              ]),
    Row(StorePushedRequest(),           in: [.push                                                                                                                                              ]),
    Row(RefuseDeniedRequest(),          in: [       .authorize                                                                                                                                  ]),
    Row(RequireSignIn(),                in: [       .authorize                                                                                                                                  ]),
    Row(WithholdScopes(),               in: [       .authorize                                                                                                                                  ]),
    Row(RequireConsent(),               in: [       .authorize                                                                                                                                  ]),
    Row(ConsumeInteraction(),           in: [       .authorize                                                                                                                                  ]),
    Row(ConsumePushedRequest(),         in: [       .authorize                                                                                                                                  ]),
    Row(IssueCode(),                    in: [       .authorize                                                                                                                                  ]),
    Row(RecheckSession(),               in: [       .authorize                                                                                                                                  ]),

    Row(RequireGrant(),                 in: [                   .code, .refresh, .credentials, .device, .exchange, .deviceAuthorization                                                         ]),
    Row(FindCode(),                     in: [                   .code                                                                                                                           ]),
    Row(VerifyCodeClient(),             in: [                   .code                                                                                                                           ]),
    Row(MatchRedirectURI(),             in: [                   .code                                                                                                                           ]),
    Row(VerifyPKCE(),                   in: [                   .code                                                                                                                           ]),
    Row(VerifyCodeKey(),                in: [                   .code                                                                                                                           ]),
    Row(FindRefreshToken(),             in: [                          .refresh                                                                                                                 ]),
    Row(VerifyRefreshTokenClient(),     in: [                          .refresh                                                                                                                 ]),
    Row(VerifyRefreshTokenKey(),        in: [                          .refresh                                                                                                                 ]),
    Row(PollDevice(),                   in: [                                                  .device                                                                                          ]),
    Row(VerifySubjectToken(),           in: [                                                           .exchange                                                                               ]),
    Row(ResolveActor(),                 in: [                                                           .exchange                                                                               ]),
    Row(RestrictTarget(),               in: [                                                           .exchange                                                                               ]),
    Row(LimitScopesToSubject(),         in: [                                                           .exchange                                                                               ]),
    Row(RequireActiveUser(),            in: [                   .code, .refresh,               .device                                                                                          ]),
    Row(NarrowScopes(),                 in: [                          .refresh                                                                                                                 ]),
    Row(LimitScopesToClient(),          in: [                                    .credentials                                                                                                   ]),
    Row(WithholdAdministration(),       in: [                   .code, .refresh, .credentials, .device, .exchange                                                                               ]),
    Row(NarrowResources(),              in: [                   .code, .refresh, .credentials, .device                                                                                          ]),
    Row(RequireDPoP(),                  in: [                   .code, .refresh, .credentials, .device, .exchange                                                                               ]),
    // All checks are done. The code or the refresh token is used now, in one transaction of the store.
    Row(RedeemCode(),                   in: [                   .code                                                                                                                           ]),
    Row(RotateRefreshToken(),           in: [                          .refresh                                                                                                                 ]),
    Row(RedeemDeviceCode(),             in: [                                                  .device                                                                                          ]),
    Row(IssueTokens(),                  in: [                   .code, .refresh, .credentials, .device, .exchange                                                                               ]),

    Row(RestrictDeviceScopes(),         in: [                                                                      .deviceAuthorization                                                         ]),
    Row(LimitDeviceRequests(),          in: [                                                                      .deviceAuthorization                                                         ]),
    Row(IssueDeviceCodes(),             in: [                                                                      .deviceAuthorization                                                         ]),

    Row(RevokeFamily(),                 in: [                                                                                            .revoke                                                ]),

    Row(RequireConfidentialClient(),    in: [                                                                                                     .introspect                                   ]),
    Row(DescribeToken(),                in: [                                                                                                     .introspect                                   ]),
    Row(SignIntrospection(),            in: [                                                                                                     .introspect                                   ]),

    Row(VerifyAccessToken(),            in: [                                                                                                                  .userInfo                        ]),
    Row(RequireActiveClient(),          in: [                                                                                                                  .userInfo                        ]),
    Row(VerifyTokenBinding(),           in: [                                                                                                                  .userInfo                        ]),
    Row(RequireActiveFamily(),          in: [                                                                                                                  .userInfo                        ]),
    Row(RequireOpenIDScope(),           in: [                                                                                                                  .userInfo                        ]),
    Row(ReleaseClaims(),                in: [                                                                                                                  .userInfo                        ]),
    Row(SignUserInfo(),                 in: [                                                                                                                  .userInfo                        ]),

    Row(AuthorizeRegistration(),        in: [                                                                                                                             .register             ]),
    Row(LimitRegistrationRequests(),    in: [                                                                                                                             .register, .configure ]),
    Row(AssignClientID(),               in: [                                                                                                                             .register             ]),
    Row(RestrictGrants(),               in: [                                                                                                                             .register, .configure ]),
    Row(ValidateRedirectURIs(),         in: [                                                                                                                             .register, .configure ]),
    Row(ValidateClientLinks(),          in: [                                                                                                                             .register, .configure ]),
    Row(ValidateAuthenticationMethod(), in: [                                                                                                                             .register, .configure ]),
    Row(FetchClientKeys(),              in: [                                                                                                                             .register, .configure ]),
    Row(ValidateSectorIdentifier(),     in: [                                                                                                                             .register, .configure ]),
    Row(LimitRegistrations(),           in: [                                                                                                                             .register             ]),
    Row(StoreClient(),                  in: [                                                                                                                             .register, .configure ]),
  ]

  static let push = rows.compactMap(\.push)
  static let authorize = rows.compactMap(\.authorize)
  static let code = rows.compactMap(\.code)
  static let refresh = rows.compactMap(\.refresh)
  static let credentials = rows.compactMap(\.credentials)
  static let device = rows.compactMap(\.device)
  static let exchange = rows.compactMap(\.exchange)
  static let deviceAuthorization = rows.compactMap(\.deviceAuthorization)
  static let revoke = rows.compactMap(\.revoke)
  static let introspect = rows.compactMap(\.introspect)
  static let userInfo = rows.compactMap(\.userInfo)
  static let register = rows.compactMap(\.register)
  static let configure = rows.compactMap(\.configure)
}
