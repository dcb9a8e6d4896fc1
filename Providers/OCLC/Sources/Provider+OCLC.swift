// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension Provider {
  /// The provider for OCLC as it was documented from 2013 on: WSKeys, HMAC signatures and institutions.
  ///
  /// Token requests have all parameters in the query and no body, and are signed with the secret of the
  /// WSKey. These endpoints do not support PKCE.
  ///
  /// An app on a phone has no secret, since every copy of the app would contain it. It signs in by the
  /// implicit grant and cannot refresh: OCLC accepts a refresh token only in a signed request. Without a
  /// secret the refresh token is never sent, and the user signs in again when the access token has
  /// expired. OCLC does not recommend to request the scope `refresh_token` on a phone.
  ///
  /// - Parameters:
  ///   - url: The absolute URL below which the endpoints `authorizeCode` and `accessToken` are; OCLC's
  ///     own unless given.
  ///   - authenticatingInstitution: The registry id of the institution at which the user signs in. With
  ///     nil, OCLC lets the user choose the institution.
  ///   - contextInstitution: The registry id of the institution whose data the client uses; nil for none.
  ///   - presentation: How requests to OCLC's resource servers are authorized: by the access token, or by
  ///     a signature with the WSKey.
  /// - Throws: `misused` naming `endpoint` or `issuer`, when the URL is invalid.
  public static func oclc(
    url: String = "https://authn.sd00.worldcat.org/oauth2",
    authenticatingInstitution: String? = nil, contextInstitution: String? = nil,
    presentation: TokenPresentation = .bearer
  ) throws(OAuthError) -> Provider {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    var metadata = ServerMetadata(issuer: try Issuer(base))
    metadata.authorizationEndpoint = try Endpoint(base + "/authorizeCode")
    metadata.tokenEndpoint = try Endpoint(base + "/accessToken")
    metadata.responseTypesSupported = ["code", "token"]
    metadata.tokenEndpointAuthMethodsSupported = [HMACSignatureScheme.wskey.method]
    var institutions: Parameters = [:]
    institutions["authenticatingInstitutionId"] = authenticatingInstitution
    institutions["contextInstitutionId"] = contextInstitution
    return Provider(
      metadata: metadata, name: "oclc", leeway: 0,
      dialect: .wskey(institutions: institutions, presentation: presentation))
  }

  /// The provider for OCLC since WSKeys became ordinary OAuth 2.0 clients: HTTP Basic authentication of
  /// the client, and PKCE. The institution is a scope: ``CoatcheckOAuth/Scope/oclcContext(_:)``.
  ///
  /// - Parameters:
  ///   - url: The absolute URL below which the endpoints `auth` and `token` are; OCLC's own unless given.
  ///   - registryID: The registry id of the institution at which the user signs in, in digits. With nil,
  ///     OCLC lets the user choose the institution.
  ///   - presentation: How requests to OCLC's resource servers are authorized.
  /// - Throws: `misused` naming `registryID` when it does not consist of digits, or `endpoint` or
  ///   `issuer` when the URL is invalid.
  public static func oclcOAuth(
    url: String = "https://oauth.oclc.org", registryID: String? = nil,
    presentation: TokenPresentation = .bearer
  ) throws(OAuthError) -> Provider {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    var metadata = ServerMetadata(issuer: try Issuer(base))
    if let registryID {
      guard !registryID.isEmpty, registryID.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw .misused("registryID", "A registry id consists of digits.")
      }
    }
    metadata.authorizationEndpoint = try Endpoint(
      base + "/auth" + (registryID.map { "/\($0)" } ?? ""))
    metadata.tokenEndpoint = try Endpoint(base + "/token")
    metadata.responseTypesSupported = ["code"]
    metadata.tokenEndpointAuthMethodsSupported = ["client_secret_basic"]
    metadata.codeChallengeMethodsSupported = ["S256"]
    return Provider(
      metadata: metadata, name: "oclc-oauth", leeway: 0,
      dialect: .oclc(presentation: presentation))
  }
}

extension Dialect {
  /// The deviations that both generations of endpoints have in common.
  ///
  /// - Parameter presentation: How requests to OCLC's services authenticate.
  static func oclc(presentation: TokenPresentation) -> Dialect {
    var dialect = Dialect()
    // OCLC's own libraries, of 2013 to 2021, send token requests without a body to both generations.
    dialect.tokenParameters = .query
    dialect.absoluteTimes = .spacedUTC
    dialect.subjectMember = "principalID"
    dialect.members = ["contextInstitutionId": "context_institution_id"]
    dialect.errors = ProviderErrors([.codeAndMessage, .nested, .challengeText, .xml])
    dialect.errors.challengeScheme = "WSKeyV2"
    dialect.refreshTokenEnd = .final
    dialect.presentation = presentation
    return dialect
  }

  /// The deviations of the older generation: WSKey signatures, and institutions in the requests.
  static func wskey(institutions: Parameters, presentation: TokenPresentation) -> Dialect {
    var dialect = oclc(presentation: presentation)
    dialect.clientSignature = .wskey
    dialect.requirements = [.signedRefresh]
    dialect.proofKey = .without(because: "OCLC's WSKey endpoints are older than PKCE")
    if !institutions.isEmpty {
      // A refresh request has no institution: the refresh token belongs to one.
      for step in [GrantStep.authorization, .code, .clientCredentials] {
        dialect.extra[step] = institutions
      }
    }
    return dialect
  }
}

extension Scope {
  /// The scope that names the institution whose data the client uses: `context:128807`.
  ///
  /// - Parameter institution: The registry id of the institution, in digits.
  public static func oclcContext(_ institution: String) -> Scope {
    Scope(rawValue: "context:" + institution)
  }
}
