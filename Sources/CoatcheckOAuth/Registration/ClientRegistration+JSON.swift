// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import CoatcheckFoundation

extension ClientRegistration {
  private static let idMember = "client_id"
  private static let secretMember = "client_secret"
  private static let expiryMember = "client_secret_expires_at"
  private static let issuedMember = "client_id_issued_at"
  private static let addressMember = "registration_client_uri"
  private static let tokenMember = "registration_access_token"
  /// The members that the server sets and that are not client metadata.
  static let ownMembers = [
    idMember, secretMember, expiryMember, issuedMember, addressMember, tokenMember,
  ]

  /// Reads a registration from the response of a server or from the store.
  ///
  /// - Parameters:
  ///   - json: The JSON object of the registration.
  ///   - origin: The origin of the server. A configuration endpoint at another origin is ignored together
  ///     with its token, which must not be sent to another server.
  ///   - known: The configuration endpoint and token that are known already. The response need not repeat
  ///     them.
  /// - Throws: `unreadable` naming the member.
  init(
    parsing json: JSONObject, from origin: String, known: ClientConfiguration? = nil
  ) throws(OAuthError) {
    guard let id = json[Self.idMember]?.stringValue, id.isVSCHAR, id.utf8.count <= 2048 else {
      throw Self.malformed(Self.idMember, "The registered client has no usable id.")
    }
    self.id = id
    if let text = json[Self.secretMember]?.stringValue {
      guard !text.isEmpty, text.hasNoControlCharacters else {
        throw Self.malformed(Self.secretMember, "The client secret cannot be sent.")
      }
      secret = Secret(text)
    } else {
      secret = nil
    }
    // "or 0 if it will not expire."
    switch json[Self.expiryMember]?.doubleValue {
    case nil: secretExpiry = .unknown
    case 0: secretExpiry = .never
    case let seconds? where abs(seconds) <= Expiry.maximumLifetime:
      secretExpiry = .at(Date(timeIntervalSince1970: seconds))
    default: throw Self.malformed(Self.expiryMember, "The end of the secret is no usable time.")
    }
    issuedAt = json[Self.issuedMember]?.doubleValue
      .flatMap { abs($0) <= Expiry.maximumLifetime ? Date(timeIntervalSince1970: $0) : nil }
    var members = json
    for name in Self.ownMembers { members[name] = nil }
    do {
      metadata = try ClientMetadata(parsing: members)
    } catch {
      throw Self.malformed(error.parameter ?? "", error.reason)
    }
    configuration = Self.configuration(in: json, from: origin, known: known)
  }

  /// The configuration endpoint and its token. A new token replaces the former one. An endpoint at another
  /// origin is never used.
  private static func configuration(
    in json: JSONObject, from origin: String, known: ClientConfiguration?
  ) -> ClientConfiguration? {
    var endpoint = known?.endpoint
    if let text = json[addressMember]?.stringValue, let named = try? Endpoint(text),
      named.origin == origin
    {
      endpoint = named
    }
    let token = json[tokenMember]?.stringValue.flatMap { $0.isVisibleASCII ? Secret($0) : nil }
    guard let endpoint, let token = token ?? known?.accessToken else { return nil }
    return ClientConfiguration(endpoint: endpoint, accessToken: token)
  }

  /// Reads a registration that was stored as ``json``.
  ///
  /// - Parameter json: The stored object, with the secret and the registration access token in it.
  /// - Throws: `unreadable`, ``OAuthError/Code/replyMalformed``, naming the member that is missing or
  ///   invalid. The registration cannot be used then.
  public init(stored json: JSONObject) throws(OAuthError) {
    let address = json[Self.addressMember]?.stringValue.flatMap { try? Endpoint($0) }
    try self.init(parsing: json, from: address?.origin ?? "")
  }

  /// The registration as a JSON object, in the form of a client information response: to be stored, or sent
  /// by a server. It contains the client secret and the registration access token in the clear.
  public var json: JSONObject {
    var json = JSONObject()
    json[Self.idMember] = .string(id)
    json[Self.secretMember] = secret.map { .string($0.reveal()) }
    json[Self.issuedMember] = issuedAt.map { .number(JSONNumber(Int($0.timeIntervalSince1970))) }
    if secret != nil {
      switch secretExpiry {
      case .never: json[Self.expiryMember] = 0
      case .at(let end):
        json[Self.expiryMember] = .number(JSONNumber(Int(end.timeIntervalSince1970)))
      case .unknown: break
      }
    }
    json[Self.addressMember] = configuration.map { .string($0.endpoint.text) }
    json[Self.tokenMember] = configuration.map { .string($0.accessToken.reveal()) }
    for (name, value) in metadata.json where json[name] == nil { json[name] = value }
    return json
  }

  private static func malformed(_ name: String, _ reason: String) -> OAuthError {
    .unreadable(.replyMalformed, reason, parameter: name)
  }
}
