// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// The JSON form of a client that the operator adds: the registered members of client metadata, and some
/// members of this server.
///
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2)
enum ClientDocument {
  private static let methods = [
    "none", "client_secret_basic", "client_secret_post", "private_key_jwt",
  ]
  private static let grants = [
    "authorization_code", "refresh_token", "client_credentials", DeviceTokenExchange.grantType,
    TokenExchangeGrant.type,
  ]
  private static let algorithms = SignatureAlgorithm.allCases.map(\.rawValue)

  /// The members of a new client.
  static let fields: [AdministrationField] =
    [
      AdministrationField("client_id", .text(1...255), "The identifier; random unless given.")
    ] + changeable

  /// The members that can be changed; null removes one.
  static let changes: [AdministrationField] = changeable.map { field in
    var field = field
    field.isRemovable = true
    return field
  }

  /// The members in an export: in addition, the digests of secrets.
  static let exportedFields: [AdministrationField] =
    fields + [
      AdministrationField("secret_digest", .text(64...64), "The SHA-256 of the secret."),
      AdministrationField(
        "registration_token_digest", .text(64...64), "The SHA-256 of the registration token."),
      AdministrationField("registered_at", .text(1...64), "When it registered itself."),
    ]

  private static let changeable: [AdministrationField] = [
    AdministrationField("client_name", .text(1...255), "What users read; the identifier."),
    AdministrationField(
      "token_endpoint_auth_method", .choice(methods), "How it authenticates; by a secret."),
    AdministrationField("redirect_uris", .texts, "Where responses may be sent."),
    AdministrationField(
      "grant_types", .texts, "The grants it may use; authorization_code and refresh_token."),
    AdministrationField(
      "scope", .text(0...4_096), "The scopes it may request; those of OpenID Connect."),
    AdministrationField(
      "id_token_signed_response_alg", .choice(algorithms), "What signs its ID tokens; RS256."),
    AdministrationField("consent", .choice(["ask", "implied"]), "Whether users are asked."),
    AdministrationField(
      "access_token_lifetime", .number(1...31_622_400), "In seconds; the server's."),
    AdministrationField("disabled", .flag, "Whether every request is refused."),
    AdministrationField("jwks", .object, "Its public keys."),
    AdministrationField("jwks_uri", .text(1...2_048), "Where its public keys are."),
    AdministrationField("post_logout_redirect_uris", .texts, "Where browsers may go afterwards."),
    AdministrationField("backchannel_logout_uri", .text(1...2_048), "Where it is notified."),
    AdministrationField("backchannel_logout_session_required", .flag, "Whether with sid."),
    AdministrationField("frontchannel_logout_uri", .text(1...2_048), "Its page for a frame."),
    AdministrationField("frontchannel_logout_session_required", .flag, "Whether with sid."),
    AdministrationField("require_pushed_authorization_requests", .flag, "Only PAR."),
    AdministrationField("dpop_bound_access_tokens", .flag, "No token without a proof."),
    AdministrationField("require_auth_time", .flag, "ID tokens with auth_time."),
    AdministrationField("require_signed_request_object", .flag, "Only signed requests."),
    AdministrationField("default_max_age", .number(0...31_622_400), "In seconds."),
    AdministrationField(
      "token_endpoint_auth_signing_alg", .choice(algorithms), "What signs its assertions."),
    AdministrationField(
      "userinfo_signed_response_alg", .choice(algorithms), "What signs its userinfo."),
    AdministrationField(
      "authorization_signed_response_alg", .choice(algorithms), "What signs its responses."),
    AdministrationField(
      "request_object_signing_alg", .choice(algorithms), "What signs its requests."),
    AdministrationField("client_uri", .text(1...2_048), "Its home page."),
    AdministrationField("logo_uri", .text(1...2_048), "Its picture."),
    AdministrationField("policy_uri", .text(1...2_048), "How it treats users' data."),
    AdministrationField("tos_uri", .text(1...2_048), "Its terms."),
    AdministrationField("initiate_login_uri", .text(1...2_048), "Where others begin a sign-in."),
    AdministrationField("sector_identifier_uri", .text(1...2_048), "Its sector."),
    AdministrationField("subject_type", .choice(["public", "pairwise"]), "What it calls users."),
    AdministrationField("contacts", .texts, "Who answers for it."),
    AdministrationField("software", .texts, "What program it is."),
    AdministrationField("resources", .texts, "The APIs its tokens may be for."),
    AdministrationField("answers_for", .texts, "The APIs that it is."),
  ]

  /// Reads a client that the operator adds or changes.
  ///
  /// - Throws: 400 with the name of the invalid member.
  static func client(_ json: JSONObject) throws(AdministrationProblem) -> RegisteredClient {
    let client = try read(json)
    guard client.redirectURIs.allSatisfy(RegistrableURI.isRedirect) else {
      throw .invalid(
        "redirect_uris", "must be https, http on this machine, or an app's own scheme with a dot")
    }
    guard client.metadata.postLogoutRedirectURIs.allSatisfy(RegistrableURI.isRedirect) else {
      throw .invalid("post_logout_redirect_uris", "must be as redirect_uris")
    }
    let addresses = [
      ("jwks_uri", client.metadata.jwksURI),
      ("backchannel_logout_uri", client.metadata.backChannelLogoutURI),
      ("frontchannel_logout_uri", client.metadata.frontChannelLogoutURI),
      ("sector_identifier_uri", client.metadata.sectorIdentifierURI),
    ]
    for (name, text) in addresses {
      guard let text else { continue }
      guard let parts = URIParts(text), parts.isWeb, parts.fragment == nil else {
        throw .invalid(name, "must be an https or http address without a fragment")
      }
    }
    return client
  }

  /// Reads a client from an export.
  static func imported(_ json: JSONObject) throws(AdministrationProblem) -> RegisteredClient {
    guard json["client_id"] != nil else { throw .invalid("client_id", "is missing") }
    var client = try read(json)
    client.secretDigest = try digest("secret_digest", in: json)
    client.registrationTokenDigest = try digest("registration_token_digest", in: json)
    client.registeredAt = try StoredMoment.read("registered_at", in: json)
    guard client.authenticationMethod.hasPrefix("client_secret") == (client.secretDigest != nil)
    else { throw .invalid("secret_digest", "must be there for a client with a secret only") }
    return client
  }

  /// Writes a client for an export.
  static func exported(_ client: RegisteredClient) -> JSONObject {
    var json = client.administered
    json["secret_digest"] = client.secretDigest.map { .string($0.hex) }
    json["registration_token_digest"] = client.registrationTokenDigest.map { .string($0.hex) }
    json["registered_at"] = client.registeredAt.map(StoredMoment.json)
    return json
  }

  private static func read(_ json: JSONObject) throws(AdministrationProblem) -> RegisteredClient {
    let id = json["client_id"]?.stringValue ?? ""
    let scopes = (json["scope"]?.stringValue ?? "openid profile email offline_access")
      .split(separator: " ").map(String.init)
    guard scopes.allSatisfy({ Scope(rawValue: $0).isValid }) else {
      throw .invalid("scope", "must be scopes with single spaces between")
    }
    let asked = texts("grant_types", in: json) ?? ["authorization_code", "refresh_token"]
    guard asked.allSatisfy(grants.contains) else {
      throw .invalid("grant_types", "knows \(grants.joined(separator: ", "))")
    }
    let method = json["token_endpoint_auth_method"]?.stringValue ?? "client_secret_basic"
    var client = RegisteredClient(
      id: id, name: json["client_name"]?.stringValue ?? id,
      redirectURIs: texts("redirect_uris", in: json) ?? [], authenticationMethod: method,
      grantTypes: asked, scopes: scopes,
      idTokenAlgorithm: json["id_token_signed_response_alg"]?.stringValue
        .flatMap(SignatureAlgorithm.init(rawValue:)) ?? .rs256,
      consent: json["consent"]?.stringValue.flatMap(ConsentPolicy.init(rawValue:)) ?? .ask,
      accessTokenLifetime: json["access_token_lifetime"]?.intValue,
      standing: json["disabled"]?.boolValue == true ? .disabled : .active)
    if let keys = json["jwks"] {
      do throws(OAuthError) {
        // Refuses private and symmetric keys.
        _ = try ClientMetadata(parsing: ["jwks": keys])
      } catch {
        throw .invalid("jwks", error.reason)
      }
    }
    do throws(StoreError) {
      client.metadata = try RegisteredClient.Metadata(json: json)
    } catch {
      throw AdministrationProblem(.badRequest, error.reason)
    }
    let keys = client.metadata.jwks?.count ?? 0
    guard keys <= JWKSet.maximumCount, client.metadata.jwks == nil || keys > 0 else {
      throw .invalid("jwks", "must have a key, and \(JWKSet.maximumCount) at most")
    }
    guard method != "private_key_jwt" || keys > 0 || client.metadata.jwksURI != nil else {
      throw .invalid("token_endpoint_auth_method", "needs jwks or jwks_uri")
    }
    return client
  }

  private static func texts(_ name: String, in json: JSONObject) -> [String]? {
    json[name]?.arrayValue?.compactMap(\.stringValue)
  }

  private static func digest(
    _ name: String, in json: JSONObject
  ) throws(AdministrationProblem) -> TokenDigest? {
    guard let text = json[name]?.stringValue else { return nil }
    guard let digest = TokenDigest(hex: text) else {
      throw .invalid(name, "must be 64 hexadecimal digits in lower case")
    }
    return digest
  }
}

extension RegisteredClient {
  /// The client without digests of secrets.
  var administered: JSONObject {
    var json: JSONObject = [
      "client_id": .string(id), "client_name": .string(name),
      "token_endpoint_auth_method": .string(authenticationMethod),
      "redirect_uris": .texts(redirectURIs), "grant_types": .texts(grantTypes),
      "scope": .string(scopes.joined(separator: " ")),
      "id_token_signed_response_alg": .string(idTokenAlgorithm.rawValue),
      "consent": .string(consent.rawValue), "disabled": .bool(standing == .disabled),
    ]
    json["access_token_lifetime"] = accessTokenLifetime.map { .number(JSONNumber($0)) }
    for (name, value) in metadata.json { json[name] = value }
    return json
  }
}
