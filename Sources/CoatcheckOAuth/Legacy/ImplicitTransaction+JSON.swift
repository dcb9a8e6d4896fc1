// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
public import CoatcheckJOSE

extension ImplicitTransaction {
  private static let version = 1

  /// The transaction as a JSON object, to be stored until the callback arrives. It holds the state: store
  /// it where secrets are stored.
  public var json: JSONObject {
    var object: JSONObject = [
      "version": .number(JSONNumber(Self.version)),
      "issuer": .string(issuer.text),
      "client_id": .string(clientID),
      "redirect_uri": .string(redirectURI),
      "state": .string(state.reveal()),
      "scope": .string(Scope.text(requestedScopes)),
      "because": .string(reason),
    ]
    object["started_at"] = JSONNumber(startedAt.timeIntervalSince1970).map(JSONValue.number)
    return object
  }

  /// Reads a stored transaction.
  ///
  /// - Parameters:
  ///   - json: What ``json`` returned when the sign-in began.
  ///   - dialect: The dialect of the authorization server, which is not stored.
  /// - Throws: `unreadable`, ``OAuthError/Code/storeDamaged``, when a member is missing or invalid. The
  ///   sign-in cannot be completed then: begin another one.
  public init(json: JSONObject, dialect: Dialect) throws(OAuthError) {
    guard json["version"]?.intValue == Self.version,
      let issuer = json["issuer"]?.stringValue.flatMap({ try? Issuer($0) }),
      let clientID = json["client_id"]?.stringValue,
      let redirectURI = json["redirect_uri"]?.stringValue,
      let state = json["state"]?.stringValue, !state.isEmpty,
      let scope = json["scope"]?.stringValue, let reason = json["because"]?.stringValue,
      let startedAt = json["started_at"]?.doubleValue
    else { throw .unreadable(.storeDamaged, "The stored sign-in cannot be read.") }
    self.init(
      issuer: issuer, clientID: clientID, redirectURI: redirectURI, state: Secret(state),
      startedAt: Date(timeIntervalSince1970: startedAt), requestedScopes: Scope.list(scope),
      dialect: dialect, reason: reason)
  }
}
