// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckClient
public import CoatcheckOAuth
import HTTPTypes

extension Provider {
  /// The provider for an app at Kii Cloud.
  ///
  /// ```swift
  /// let provider = try Provider.kii(site: .jp, appID: "0a1b2c3d", appKey: "…")
  /// let client = Client(of: provider, id: "0a1b2c3d", store: .system)
  /// let session = try await client.signIn(using: .kiiPassword("alice", password: typed))
  /// ```
  ///
  /// Kii's deviations from the specifications are in the provider's `dialect`: token requests are JSON
  /// objects, header fields name the app, the response to an invalid token has the status 403 with
  /// `WRONG_TOKEN`, and tokens are refreshed five minutes before they expire.
  ///
  /// - Parameters:
  ///   - site: The site that hosts the app.
  ///   - appID: The app's id: 1 to 64 letters, digits, `-` and `_`. It is also the client id.
  ///   - appKey: The app's key, in visible ASCII. Every copy of an app contains it, so it is not a
  ///     secret.
  ///   - tokenEndpoint: The token endpoint to use.
  ///   - fields: Header fields of the app's own that are sent with every request.
  /// - Throws: `misused` naming the invalid argument, or the header field that cannot be sent or that the
  ///   protocol sets itself.
  public static func kii(
    site: KiiSite = .us, appID: String, appKey: String, tokenEndpoint: KiiTokenEndpoint = .app,
    fields: [String: String] = [:]
  ) throws(OAuthError) -> Provider {
    guard KiiRules.isAppID(appID) else {
      throw .misused("appID", "An app's id has letters, digits, - and _ only.")
    }
    guard appKey.isVisibleASCII else {
      throw .misused("appKey", "The app's key is empty or has forbidden characters.")
    }
    var metadata = ServerMetadata(issuer: try Issuer("\(site.base)/apps/\(appID)"))
    let app = metadata.issuer.text
    metadata.tokenEndpoint = try Endpoint(
      tokenEndpoint == .app ? "\(app)/oauth2/token" : "\(site.base)/oauth2/token")
    metadata.tokenEndpointAuthMethodsSupported = ["client_secret_post", "none"]
    metadata.grantTypesSupported = [
      "password", "refresh_token", "authorization_code", "client_credentials", "mfa",
    ]
    let connect = "\(site.pages(of: appID))/apps/\(appID)/integration/webauth/connect"
    metadata.additional[KiiSiteMembers.connect] = .string(try Endpoint(connect).text)
    return Provider(
      metadata: metadata, name: "kii", leeway: 300,
      dialect: try .kii(appID: appID, appKey: appKey, fields: fields))
  }
}

/// Members of the provider's metadata that only Kii has.
enum KiiSiteMembers {
  static let connect = "kii_connect_endpoint"
}

extension Dialect {
  /// The deviations of Kii from the specifications.
  static func kii(
    appID: String, appKey: String, fields: [String: String]
  ) throws(OAuthError) -> Dialect {
    var dialect = Dialect()
    dialect.tokenParameters = .json
    dialect.defaultTokenType = "Bearer"
    dialect.clientNaming = .fields
    _ = try HTTPFields(named: fields)
    dialect.fields = fields
    for (name, value) in [
      ("x-kii-appid", appID), ("x-kii-appkey", appKey), ("x-kii-sdk", "sn=coatcheck"),
    ] {
      guard !fields.keys.contains(where: { $0.lowercased() == name }) else {
        throw .misused(name, "This header field is set by the protocol.")
      }
      dialect.fields[name] = value
    }
    // The response to a registration has other names than that to a sign-in.
    dialect.members = ["_accessToken": "access_token", "userID": "id"]
    dialect.subjectMember = "id"
    dialect.silence = .never
    dialect.endlessLifetime = KiiRules.endlessLifetime
    dialect.errors = .kii
    dialect.rejections = [.json(status: 403, member: "errorCode", values: "WRONG_TOKEN")]
    return dialect
  }
}
