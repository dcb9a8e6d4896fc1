// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
import CoatcheckFoundation

extension StoredSession {
  /// The version of the format which this code reads and writes.
  static let version = 1

  /// The session as JSON. It holds the tokens: store it where secrets are stored.
  public var json: JSONObject {
    var json: JSONObject = [
      "version": .number(JSONNumber(Self.version)),
      "issuer": .string(account.issuer),
      "client_id": .string(account.clientID),
      "subject": .string(account.subject),
      "name": .string(name),
      "generation": .number(JSONNumber(generation)),
      "access_token": .string(accessToken.reveal()),
      "token_type": .string(tokenType),
      "scope": .string(Scope.text(scopes)),
      "requested_scope": .string(Scope.text(requestedScopes)),
      "token_endpoint": .string(tokenEndpoint.text),
      "id_token_algorithms": .array(
        agreedAlgorithms.map(\.rawValue).sorted().map(JSONValue.string)),
    ]
    if !labels.isEmpty { json["labels"] = .array(labels.sorted().map(JSONValue.string)) }
    if !appData.isEmpty { json["app_data"] = .object(appData) }
    if !resources.isEmpty {
      json["resources"] = .array(resources.map(JSONValue.string))
    }
    json["authorization_details"] = AuthorizationDetail.value(details)
    json["accessibility"] = accessibility.map { .string($0.rawValue) }
    json["provider"] = provider.map(JSONValue.string)
    if dialect != .standard { json["dialect"] = .object(dialect.json) }
    if !extra.isEmpty { json["extra"] = .object(extra) }
    json["refresh_marker"] = refreshMarker.map { .object($0.json) }
    json["leeway"] = leeway.flatMap { JSONNumber($0) }.map(JSONValue.number)
    json["dpop_key"] = dpopKey.map { .object($0.privateJWK()) }
    json["expires_at"] = Self.json(expiry)
    json["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    json["guarded_item"] = guardedItem.map(JSONValue.string)
    json["refresh_expires_at"] = Self.json(refreshExpiry)
    json["renewal"] = renewal.json
    json["id_token"] = idToken.map { .string($0.reveal()) }
    json["revocation_endpoint"] = revocationEndpoint.map { .string($0.text) }
    json["end_session_endpoint"] = endSessionEndpoint.map { .string($0.text) }
    json["userinfo_endpoint"] = userInfoEndpoint.map { .string($0.text) }
    json["jwks_uri"] = jwksURI.map { .string($0.text) }
    for (name, value) in authentication.members { json[name] = value }
    json["redirect_uri"] = redirectURI.map(JSONValue.string)
    json["auth_time"] = authTime.flatMap { JSONNumber($0.timeIntervalSince1970) }
      .map(JSONValue.number)
    if browserSession != .shared { json["browser_session"] = .string(browserSession.rawValue) }
    json["obtained_at"] = JSONNumber(obtainedAt.timeIntervalSince1970).map(JSONValue.number)
    return json
  }

  /// Reads a session from its JSON form.
  ///
  /// - Parameter json: The JSON object, as ``json`` returns it.
  /// - Throws: `unreadable`: `OAuthError.Code.storeFailed` when a newer version of this library wrote it,
  ///   `OAuthError.Code.storeDamaged` naming the member when anything in it is missing or malformed.
  public init(json: JSONObject) throws(OAuthError) {
    if let version = json["version"]?.intValue, version > Self.version {
      throw .unreadable(.storeFailed, "The session was stored by a newer version of Coatcheck.")
    }
    let read = Reader(json: json)
    guard json["version"]?.intValue == Self.version,
      let generation = json["generation"]?.intValue, generation >= 0
    else { throw Reader.damaged("version") }
    account = AccountID(
      issuer: try read.text("issuer"), clientID: try read.text("client_id"),
      subject: try read.text("subject"))
    name = try read.text("name")
    labels = Set((json["labels"]?.arrayValue ?? []).compactMap(\.stringValue))
    appData = json["app_data"]?.objectValue ?? JSONObject()
    resources = (json["resources"]?.arrayValue ?? []).compactMap(\.stringValue)
    details = AuthorizationDetail.list(json["authorization_details"] ?? []) ?? []
    accessibility = json["accessibility"]?.stringValue.flatMap(KeychainAccessibility.init)
    provider = json["provider"]?.stringValue
    dialect = try read.dialect()
    extra = json["extra"]?.objectValue ?? [:]
    refreshMarker = try json["refresh_marker"].map(RefreshMarker.init(json:))
    leeway = json["leeway"]?.doubleValue
    self.generation = generation
    accessToken = Secret(try read.text("access_token"))
    tokenType = try read.text("token_type")
    dpopKey = try read.key("dpop_key")
    expiry = try read.expiry("expires_at")
    refreshToken = json["refresh_token"]?.stringValue.map(Secret.init)
    guardedItem = json["guarded_item"]?.stringValue
    refreshExpiry = try read.expiry("refresh_expires_at")
    renewal = try RenewalMethod(json: json["renewal"])
    idToken = json["id_token"]?.stringValue.map(Secret.init)
    scopes = Scope.list(json["scope"]?.stringValue ?? "")
    requestedScopes = Scope.list(json["requested_scope"]?.stringValue ?? "")
    guard let tokenEndpoint = try read.endpoint("token_endpoint") else {
      throw Reader.damaged("token_endpoint")
    }
    self.tokenEndpoint = tokenEndpoint
    revocationEndpoint = try read.endpoint("revocation_endpoint")
    endSessionEndpoint = try read.endpoint("end_session_endpoint")
    userInfoEndpoint = try read.endpoint("userinfo_endpoint")
    jwksURI = try read.endpoint("jwks_uri")
    agreedAlgorithms = (json["id_token_algorithms"]?.arrayValue ?? []).compactMap {
      $0.stringValue.flatMap(SignatureAlgorithm.init)
    }
    authentication = try ClientAuthentication(members: json)
    redirectURI = json["redirect_uri"]?.stringValue
    authTime = json["auth_time"]?.doubleValue.map(Date.init(timeIntervalSince1970:))
    browserSession =
      json["browser_session"]?.stringValue.flatMap(BrowserSession.init) ?? .shared
    guard let obtained = json["obtained_at"]?.doubleValue else {
      throw Reader.damaged("obtained_at")
    }
    obtainedAt = Date(timeIntervalSince1970: obtained)
  }

  private static func json(_ expiry: Expiry) -> JSONValue? {
    switch expiry {
    case .unknown: nil
    case .never: .string("never")
    case .at(let date): JSONNumber(date.timeIntervalSince1970).map(JSONValue.number)
    }
  }

  /// Reads single members.
  private struct Reader {
    let json: JSONObject

    static func damaged(_ member: String) -> OAuthError {
      .unreadable(.storeDamaged, "The stored session cannot be read.", parameter: member)
    }

    func text(_ member: String) throws(OAuthError) -> String {
      guard let text = json[member]?.stringValue, !text.isEmpty else { throw Self.damaged(member) }
      return text
    }

    func expiry(_ member: String) throws(OAuthError) -> Expiry {
      switch json[member] {
      case nil: return .unknown
      case .string("never"): return .never
      case .number(let number):
        guard let seconds = number.double else { throw Self.damaged(member) }
        return .at(Date(timeIntervalSince1970: seconds))
      default: throw Self.damaged(member)
      }
    }

    func key(_ member: String) throws(OAuthError) -> SigningKey? {
      guard let value = json[member] else { return nil }
      guard let object = value.objectValue, let key = try? SigningKey(privateJWK: object) else {
        throw Self.damaged(member)
      }
      return key
    }

    func endpoint(_ member: String) throws(OAuthError) -> Endpoint? {
      guard let value = json[member] else { return nil }
      guard let text = value.stringValue, let endpoint = try? Endpoint(text) else {
        throw Self.damaged(member)
      }
      return endpoint
    }

    func dialect() throws(OAuthError) -> Dialect {
      guard let value = json["dialect"] else { return .standard }
      guard let object = value.objectValue else { throw Self.damaged("dialect") }
      return try Dialect(json: object)
    }
  }
}
