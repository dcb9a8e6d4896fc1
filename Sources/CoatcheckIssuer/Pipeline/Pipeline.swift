// SPDX-License-Identifier: Apache-2.0

/// What the issuer does, rule by rule and endpoint by endpoint. Rows run from top to bottom.
///
/// Columns: the authorization endpoint; the token endpoint once per grant (an authorization code,
/// a refresh token, a client's own credentials); revocation; userinfo. Each rule is one file.
/// A rule can only stand in a column it was written for: the compiler refuses the row otherwise.
enum Pipeline {
  // swift-format-ignore
  static let rows: [Row] = [
    //  rule                        authorize  code   refresh   credentials   revoke   userInfo
    Row(KnownClient(),         in: [.authorize                                                  ]),
    Row(RegisteredRedirect(),  in: [.authorize                                                  ]),
    // From here on the redirect URI is trusted: refusals go there, not to an error page.
    Row(ReadableRequest(),     in: [.authorize                                                  ]),
    Row(CodeGrantRegistered(), in: [.authorize                                                  ]),
    Row(ProofKeyPromised(),    in: [.authorize                                                  ]),
    Row(ScopesRegistered(),    in: [.authorize                                                  ]),
    Row(PersonWilling(),       in: [.authorize                                                  ]),
    Row(PersonSignedIn(),      in: [.authorize                                                  ]),
    Row(ConsentGiven(),        in: [.authorize                                                  ]),
    Row(InteractionUnspent(),  in: [.authorize                                                  ]),
    Row(IssueCode(),           in: [.authorize                                                  ]),

    Row(ClientAuthenticated(), in: [           .code, .refresh, .credentials, .revoke           ]),
    Row(GrantRegistered(),     in: [           .code, .refresh, .credentials                    ]),
    Row(CodeKnown(),           in: [           .code                                            ]),
    Row(CodeOfThisClient(),    in: [           .code                                            ]),
    Row(RedirectRepeated(),    in: [           .code                                            ]),
    Row(ProofKeyShown(),       in: [           .code                                            ]),
    Row(RefreshTokenKnown(),   in: [                  .refresh                                  ]),
    Row(RefreshOfThisClient(), in: [                  .refresh                                  ]),
    Row(PersonActive(),        in: [           .code, .refresh                                  ]),
    Row(ScopesNarrowed(),      in: [                  .refresh                                  ]),
    Row(ScopesOfClient(),      in: [                            .credentials                    ]),
    // Everything is checked. Now the code or the token is spent, in one transaction.
    Row(RedeemCode(),          in: [           .code                                            ]),
    Row(RotateRefreshToken(),  in: [                  .refresh                                  ]),
    Row(IssueTokens(),         in: [           .code, .refresh, .credentials                    ]),

    Row(RevokeFamily(),        in: [                                          .revoke           ]),

    Row(AccessTokenGenuine(),  in: [                                                   .userInfo]),
    Row(FamilyAlive(),         in: [                                                   .userInfo]),
    Row(OpenIDGranted(),       in: [                                                   .userInfo]),
    Row(ReleaseClaims(),       in: [                                                   .userInfo]),
  ]

  static let authorize = rows.compactMap(\.authorize)
  static let code = rows.compactMap(\.code)
  static let refresh = rows.compactMap(\.refresh)
  static let credentials = rows.compactMap(\.credentials)
  static let revoke = rows.compactMap(\.revoke)
  static let userInfo = rows.compactMap(\.userInfo)
}
