// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckClient
import HTTPTypes

extension Provider {
  /// Creates the provider of a tenant of the identity service, for its sessions.
  ///
  /// There is no access token: the ID token is sent to resource servers, and the session token takes the
  /// place of a refresh token, in a call of its own. Every call names the application and the installation
  /// in header fields.
  ///
  /// - Parameters:
  ///   - origin: The tenant's origin.
  ///   - caller: The application and the installation.
  /// - Throws: `misused` naming the header field whose value cannot be sent.
  public static func idaas(
    at origin: Endpoint, caller: IDaaSCaller
  ) throws(OAuthError) -> Provider {
    let base = IDaaSAddress.text(of: origin)
    var metadata = ServerMetadata(issuer: try Issuer(base + IDaaSAddress.issuer))
    metadata.tokenEndpoint = try Endpoint(base + RefreshIDToken.path)
    metadata.jwksURI = try Endpoint(base + IDaaSAddress.keys)
    metadata.userInfoEndpoint = try Endpoint(base + UserInfoCall.path)
    metadata.revocationEndpoint = try Endpoint(base + LogoutCall.path)
    metadata.authorizationEndpoint = try Endpoint(base + IDaaSAddress.start)
    metadata.idTokenSigningAlgorithms = [
      SignatureAlgorithm.rs256.rawValue, SignatureAlgorithm.es256.rawValue,
    ]
    metadata.tokenEndpointAuthMethodsSupported = ["none"]
    metadata.additional[IDaaSAddress.member] = .string(base)
    return Provider(metadata: metadata, name: "idaas", dialect: try .idaas(caller))
  }
}

extension Dialect {
  /// The deviations of the service from the specifications.
  static func idaas(_ caller: IDaaSCaller) throws(OAuthError) -> Dialect {
    var dialect = Dialect()
    dialect.tokenParameters = .sessionToken
    dialect.clientNaming = .fields
    dialect.accessTokens = .idToken
    dialect.defaultTokenType = "Bearer"
    dialect.subjects = .wordOrID
    dialect.revocations = .sessionToken
    dialect.members = ["session_token": "refresh_token", "session_expire": "refresh_expires_in"]
    dialect.fields = [
      "X-client-id": caller.clientID, "X-operating-sys-version": caller.system,
      DeviceIdentity.field: caller.device, "X-agent": caller.agent,
    ]
    dialect.fields["X-L"] = caller.language
    _ = try HTTPFields(named: dialect.fields)
    dialect.errors = .idaas
    dialect.rejections = [
      .bearer,
      .json(
        status: 400, member: "error_code",
        values: "IDAAS.SDK.PARAM.0016", "SDK.PARAM.0016", "PARAM.0016"),
      .json(status: 400, member: "error_detail", values: "session_expired"),
    ]
    return dialect
  }
}

/// Paths of the service that are not calls of the interface, and the member of the metadata with the
/// origin.
enum IDaaSAddress {
  /// The path of the issuer identifier.
  static let issuer = "/api/v1/oauth2"
  /// The public keys.
  static let keys = "/api/v1/oauth2/keys"
  /// Where the sign-in with Weibo in a browser begins.
  static let start = "/api/v1/login/weibo/start"
  /// The member of the provider's metadata that holds the origin.
  static let member = "idaas_origin"

  /// The origin without a slash at its end.
  static func text(of origin: Endpoint) -> String {
    "\(origin.scheme)://\(origin.authority)"
  }
}
