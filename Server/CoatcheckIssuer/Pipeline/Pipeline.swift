// SPDX-License-Identifier: Apache-2.0

/// What the issuer does, rule by rule and endpoint by endpoint. Rows run from top to bottom.
///
/// Columns: requests left beforehand; the authorization endpoint; the token endpoint once per grant (an
/// authorization code, a refresh token, a client's own credentials, a device, another token); where devices
/// ask for codes; revocation; introspection; userinfo; registration, and changes to one. Each rule is one file.
/// A rule can only stand in a column it was written for: the compiler refuses the row otherwise.
enum Pipeline {
  // swift-format-ignore
  static let rows: [Row] = [
    //  rule                         push   authorize   code   refresh   credentials   device   exchange   ask   revoke   introspect   userInfo   register   configure
    Row(PushedRequestKnown(),   in: [       .authorize                                                                                                                  ]),
    Row(KnownClient(),          in: [       .authorize                                                                                                                  ]),
    Row(ClientAuthenticated(),  in: [.push,             .code, .refresh, .credentials, .device, .exchange, .ask, .revoke, .introspect                                   ]),
    Row(RequestObjectSigned(),  in: [.push, .authorize                                                                                                                  ]),
    Row(RegisteredRedirect(),   in: [.push, .authorize                                                                                                                  ]),
    // From here on the redirect URI is trusted: refusals go there, not to an error page.
    Row(PushedOnly(),           in: [       .authorize                                                                                                                  ]),
    Row(SignedOnly(),           in: [.push, .authorize                                                                                                                  ]),
    Row(ReadableRequest(),      in: [.push, .authorize                                                                                                                  ]),
    Row(CodeGrantRegistered(),  in: [.push, .authorize                                                                                                                  ]),
    Row(ProofKeyPromised(),     in: [.push, .authorize                                                                                                                  ]),
    Row(ScopesRegistered(),     in: [.push, .authorize                                                                                                                  ]),
    Row(ResourcesRegistered(),  in: [.push, .authorize                                                                                                                  ]),
    Row(ClaimsNamed(),          in: [.push, .authorize                                                                                                                  ]),
    Row(PersonExpected(),       in: [.push, .authorize                                                                                                                  ]),
    Row(RequestKeyProved(),     in: [.push                                                                                                                              ]),
    Row(KeepRequest(),          in: [.push                                                                                                                              ]),
    Row(PersonWilling(),        in: [       .authorize                                                                                                                  ]),
    Row(PersonSignedIn(),       in: [       .authorize                                                                                                                  ]),
    Row(ConsentGiven(),         in: [       .authorize                                                                                                                  ]),
    Row(InteractionUnspent(),   in: [       .authorize                                                                                                                  ]),
    Row(PushedRequestUnspent(), in: [       .authorize                                                                                                                  ]),
    Row(IssueCode(),            in: [       .authorize                                                                                                                  ]),
    Row(SessionStillOpen(),     in: [       .authorize                                                                                                                  ]),

    Row(GrantRegistered(),      in: [                   .code, .refresh, .credentials, .device, .exchange, .ask                                                         ]),
    Row(CodeKnown(),            in: [                   .code                                                                                                           ]),
    Row(CodeOfThisClient(),     in: [                   .code                                                                                                           ]),
    Row(RedirectRepeated(),     in: [                   .code                                                                                                           ]),
    Row(ProofKeyShown(),        in: [                   .code                                                                                                           ]),
    Row(CodeKeyShown(),         in: [                   .code                                                                                                           ]),
    Row(RefreshTokenKnown(),    in: [                          .refresh                                                                                                 ]),
    Row(RefreshOfThisClient(),  in: [                          .refresh                                                                                                 ]),
    Row(RefreshKeyShown(),      in: [                          .refresh                                                                                                 ]),
    Row(DevicePolled(),         in: [                                                  .device                                                                          ]),
    Row(SubjectGenuine(),       in: [                                                           .exchange                                                               ]),
    Row(ActorNamed(),           in: [                                                           .exchange                                                               ]),
    Row(TargetAllowed(),        in: [                                                           .exchange                                                               ]),
    Row(ScopesOfSubject(),      in: [                                                           .exchange                                                               ]),
    Row(PersonActive(),         in: [                   .code, .refresh,               .device                                                                          ]),
    Row(ScopesNarrowed(),       in: [                          .refresh                                                                                                 ]),
    Row(ScopesOfClient(),       in: [                                    .credentials                                                                                   ]),
    Row(ResourcesNarrowed(),    in: [                   .code, .refresh, .credentials, .device                                                                          ]),
    Row(KeyProved(),            in: [                   .code, .refresh, .credentials, .device, .exchange                                                               ]),
    // Everything is checked. Now the code or the token is spent, in one transaction.
    Row(RedeemCode(),           in: [                   .code                                                                                                           ]),
    Row(RotateRefreshToken(),   in: [                          .refresh                                                                                                 ]),
    Row(RedeemDevice(),         in: [                                                  .device                                                                          ]),
    Row(IssueTokens(),          in: [                   .code, .refresh, .credentials, .device, .exchange                                                               ]),

    Row(DeviceScopes(),         in: [                                                                      .ask                                                         ]),
    Row(DeviceAsksCounted(),    in: [                                                                      .ask                                                         ]),
    Row(IssueDeviceCodes(),     in: [                                                                      .ask                                                         ]),

    Row(RevokeFamily(),         in: [                                                                            .revoke                                                ]),

    Row(AskerConfidential(),    in: [                                                                                     .introspect                                   ]),
    Row(DescribeToken(),        in: [                                                                                     .introspect                                   ]),
    Row(SignAnswer(),           in: [                                                                                     .introspect                                   ]),

    Row(AccessTokenGenuine(),   in: [                                                                                                  .userInfo                        ]),
    Row(ClientInUse(),          in: [                                                                                                  .userInfo                        ]),
    Row(TokenKeyShown(),        in: [                                                                                                  .userInfo                        ]),
    Row(FamilyAlive(),          in: [                                                                                                  .userInfo                        ]),
    Row(OpenIDGranted(),        in: [                                                                                                  .userInfo                        ]),
    Row(ReleaseClaims(),        in: [                                                                                                  .userInfo                        ]),
    Row(SignClaims(),           in: [                                                                                                  .userInfo                        ]),

    Row(RegistrationOpen(),     in: [                                                                                                             .register             ]),
    Row(NewClient(),            in: [                                                                                                             .register             ]),
    Row(GrantsAllowed(),        in: [                                                                                                             .register, .configure ]),
    Row(RedirectsFit(),         in: [                                                                                                             .register, .configure ]),
    Row(LinksFit(),             in: [                                                                                                             .register, .configure ]),
    Row(MethodKnown(),          in: [                                                                                                             .register, .configure ]),
    Row(KeysReachable(),        in: [                                                                                                             .register, .configure ]),
    Row(SubjectKnown(),         in: [                                                                                                             .register, .configure ]),
    Row(RegistrationCounted(),  in: [                                                                                                             .register             ]),
    Row(KeepClient(),           in: [                                                                                                             .register, .configure ]),
  ]

  static let push = rows.compactMap(\.push)
  static let authorize = rows.compactMap(\.authorize)
  static let code = rows.compactMap(\.code)
  static let refresh = rows.compactMap(\.refresh)
  static let credentials = rows.compactMap(\.credentials)
  static let device = rows.compactMap(\.device)
  static let exchange = rows.compactMap(\.exchange)
  static let ask = rows.compactMap(\.ask)
  static let revoke = rows.compactMap(\.revoke)
  static let introspect = rows.compactMap(\.introspect)
  static let userInfo = rows.compactMap(\.userInfo)
  static let register = rows.compactMap(\.register)
  static let configure = rows.compactMap(\.configure)
}
