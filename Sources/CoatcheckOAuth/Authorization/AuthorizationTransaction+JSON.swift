// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import CoatcheckFoundation

extension AuthorizationTransaction {
  private static let version = 1

  /// The transaction as a JSON object, to be stored until the callback arrives. It holds the state, the
  /// nonce and the code verifier: store it where secrets are stored.
  public var json: JSONObject {
    var object: JSONObject = [
      "version": .number(JSONNumber(Self.version)),
      "issuer": .string(issuer.text),
      "client_id": .string(clientID),
      "redirect_uri": .string(redirectURI),
      "response_mode": .string(responseMode.rawValue),
      "state": .string(state.reveal()),
      "code_verifier": .string(pkce.verifier.reveal()),
      "scope": .string(Scope.text(requestedScopes)),
      "iss_required": .bool(issRequired),
      "essential_acrs": Self.array(essentialACRs),
    ]
    object["started_at"] = JSONNumber(startedAt.timeIntervalSince1970).map(JSONValue.number)
    object["nonce"] = nonce.map { .string($0.reveal()) }
    if !resources.isEmpty { object["resources"] = Self.array(resources) }
    object["authorization_details"] = AuthorizationDetail.value(details)
    object["max_age"] = maxAge.map { .number(JSONNumber($0)) }
    return object
  }

  private static func array(_ texts: [String]) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }

  private static func texts(_ value: JSONValue?) -> [String]? {
    guard let values = value?.arrayValue else { return nil }
    let texts = values.compactMap(\.stringValue)
    return texts.count == values.count ? texts : nil
  }

  /// Reads a stored transaction.
  ///
  /// - Parameter json: What ``json`` returned when the sign-in began.
  /// - Throws: `unreadable`, ``OAuthError/Code/storeDamaged``, when a member is missing or invalid. The
  ///   sign-in cannot be completed then: begin another one.
  public init(json: JSONObject) throws(OAuthError) {
    let damaged = OAuthError.unreadable(.storeDamaged, "The stored sign-in cannot be read.")
    guard json["version"]?.intValue == Self.version,
      let issuer = json["issuer"]?.stringValue,
      let clientID = json["client_id"]?.stringValue,
      let redirectURI = json["redirect_uri"]?.stringValue,
      let mode = json["response_mode"]?.stringValue.flatMap(ResponseMode.init),
      let state = json["state"]?.stringValue, !state.isEmpty,
      let verifier = json["code_verifier"]?.stringValue,
      let scope = json["scope"]?.stringValue,
      let issRequired = json["iss_required"]?.boolValue,
      let startedAt = json["started_at"]?.doubleValue,
      // Required: if the values were lost, the check of `acr` would be skipped.
      let essentialACRs = Self.texts(json["essential_acrs"]),
      let resources = Self.texts(json["resources"] ?? []),
      let details = AuthorizationDetail.list(json["authorization_details"] ?? []),
      // Required with the scope `openid`: if the nonce was lost, its check would be skipped.
      (json["nonce"]?.stringValue != nil) == Scope.list(scope).contains(.openID)
    else { throw damaged }
    do {
      self.init(
        issuer: try Issuer(issuer), clientID: clientID, redirectURI: redirectURI,
        responseMode: mode,
        state: Secret(state), nonce: json["nonce"]?.stringValue.map(Secret.init),
        pkce: try PKCE(verifier: verifier), startedAt: Date(timeIntervalSince1970: startedAt),
        maxAge: json["max_age"]?.intValue, requestedScopes: Scope.list(scope),
        essentialACRs: essentialACRs, resources: resources, details: details,
        issRequired: issRequired)
    } catch {
      throw damaged
    }
  }
}
