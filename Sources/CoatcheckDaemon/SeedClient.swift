// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth

/// A client in a seed file.
struct SeedClient: Sendable {
  let registration: RegisteredClient

  private static let methods = ["none", "client_secret_basic", "client_secret_post"]
  private static let grants = ["authorization_code", "refresh_token", "client_credentials"]
  /// Scheme names that a browser would run or read files by.
  private static let forbiddenSchemes = [
    "javascript:", "data:", "vbscript:", "file:", "about:", "blob:",
  ]

  init(reading reader: SeedReader) throws {
    try reader.allow(
      "id", "name", "secret", "authenticationMethod", "redirectURIs", "grantTypes", "scopes",
      "consent", "idTokenAlgorithm", "accessTokenLifetime", "disabled")
    let id = try reader.string("id")
    let secret = try reader.optionalString("secret").map(Secret.init)
    let method =
      try reader.optionalString("authenticationMethod")
      ?? (secret == nil ? "none" : "client_secret_basic")
    guard Self.methods.contains(method), (method == "none") == (secret == nil) else {
      throw reader.error(
        "authenticationMethod",
        "must be none without a secret, client_secret_basic or _post with one")
    }
    let grants = try reader.strings("grantTypes") ?? ["authorization_code", "refresh_token"]
    guard grants.allSatisfy(Self.grants.contains) else {
      throw reader.error("grantTypes", "knows \(Self.grants.joined(separator: ", "))")
    }
    let redirects = try reader.strings("redirectURIs") ?? []
    guard !redirects.contains(where: Self.isUnfit) else {
      throw reader.error("redirectURIs", "must be absolute URIs without a fragment")
    }
    guard let consent = ConsentPolicy(rawValue: try reader.optionalString("consent") ?? "ask")
    else {
      throw reader.error("consent", "must be ask or implied")
    }
    let algorithm = try reader.optionalString("idTokenAlgorithm") ?? "RS256"
    guard let algorithm = SignatureAlgorithm(rawValue: algorithm),
      algorithm == .rs256 || algorithm == .es256
    else { throw reader.error("idTokenAlgorithm", "must be RS256 or ES256") }
    registration = RegisteredClient(
      id: id, name: try reader.optionalString("name") ?? id, redirectURIs: redirects,
      authenticationMethod: method, secretDigest: secret.map(TokenDigest.init(of:)),
      grantTypes: grants,
      scopes: try reader.strings("scopes") ?? ["openid", "profile", "email", "offline_access"],
      idTokenAlgorithm: algorithm, consent: consent,
      accessTokenLifetime: try reader.seconds("accessTokenLifetime"),
      standing: try reader.flag("disabled") == true ? .disabled : .active)
  }

  private static func isUnfit(_ uri: String) -> Bool {
    !uri.contains(":") || uri.contains("#")
      || uri.unicodeScalars.contains { !$0.isASCII || $0.value <= 0x20 || $0.value == 0x7F }
      || forbiddenSchemes.contains(where: uri.lowercased().hasPrefix)
  }
}
