// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth

/// A client in a seed file.
struct SeedClient: Sendable {
  let registration: RegisteredClient

  /// The members it reads.
  static let members =
    [
      "id", "name", "secret", "secretFile", "authenticationMethod", "redirectURIs", "grantTypes",
      "scopes",
      "consent", "idTokenAlgorithm", "accessTokenLifetime", "disabled",
    ] + RegisteredClient.Metadata.members

  private static let methods = [
    "none", "client_secret_basic", "client_secret_post", "private_key_jwt",
  ]
  private static let grants = [
    "authorization_code", "refresh_token", "client_credentials", DeviceTokenExchange.grantType,
    TokenExchangeGrant.type,
  ]

  init(reading reader: SeedReader) throws {
    try reader.allow(Self.members)
    let id = try reader.string("id")
    let secret = try reader.optionalSecret("secret")
    let metadata = try RegisteredClient.Metadata(reading: reader)
    var registration = RegisteredClient(
      id: id, name: try reader.optionalString("name") ?? id,
      redirectURIs: try reader.uris("redirectURIs"),
      authenticationMethod: try Self.method(
        secret: secret, hasKeys: metadata.jwks != nil || metadata.jwksURI != nil, reader),
      secretDigest: secret.map(TokenDigest.init(of:)), grantTypes: try Self.grants(reader),
      scopes: try reader.strings("scopes") ?? ["openid", "profile", "email", "offline_access"],
      idTokenAlgorithm: try reader.algorithm("idTokenAlgorithm", among: SignatureAlgorithm.allCases)
        ?? .rs256,
      consent: try reader.choice("consent", ["ask": .ask, "implied": .implied]) ?? .ask,
      accessTokenLifetime: try reader.seconds("accessTokenLifetime"),
      standing: try reader.flag("disabled") == true ? .disabled : .active)
    registration.metadata = metadata
    self.registration = registration
  }

  /// The authentication method in the file; without it, the one that follows from the client's credentials.
  private static func method(
    secret: Secret?, hasKeys: Bool, _ reader: SeedReader
  ) throws -> String {
    let usual =
      if secret != nil { "client_secret_basic" } else if hasKeys { "private_key_jwt" } else {
        "none"
      }
    let method = try reader.optionalString("authenticationMethod") ?? usual
    guard methods.contains(method), method.hasPrefix("client_secret") == (secret != nil),
      method != "private_key_jwt" || hasKeys
    else {
      throw reader.error(
        "authenticationMethod",
        "must be client_secret_basic or client_secret_post with a secret, private_key_jwt with jwks or jwksURI, none without both"
      )
    }
    return method
  }

  private static func grants(_ reader: SeedReader) throws -> [String] {
    let asked = try reader.strings("grantTypes") ?? ["authorization_code", "refresh_token"]
    guard asked.allSatisfy(grants.contains) else {
      throw reader.error("grantTypes", "knows \(grants.joined(separator: ", "))")
    }
    return asked
  }
}
