// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

extension SettingKind where Value == SeedAudiences {
  /// Endpoints that client assertions may name as their audience.
  static var audiences: Self {
    SettingKind(
      words: "object", read: { try $0.object($1).map(SeedAudiences.init(reading:)) },
      show: \.json, parse: SettingText.json)
  }
}

extension SettingKind where Value == RegistrationPolicy {
  /// The policy for dynamic client registration.
  static var registration: Self {
    SettingKind(
      words: "object", read: { try $0.object($1).map(RegistrationPolicy.init(reading:)) },
      show: { $0.json { _ in "(secret)" } }, parse: SettingText.json,
      mark: { $0.json { Base64URL.encode($0.digest.bytes) } })
  }
}

extension RegistrationPolicy {
  /// The policy as an object, like the one it was read from.
  ///
  /// - Parameter token: Returns the text that represents a token.
  fileprivate func json(_ token: (InitialAccessToken) -> String) -> JSONValue {
    var object: JSONObject = [:]
    switch access {
    case .off: object["access"] = "off"
    case .open(let reason):
      object["access"] = "open"
      object["because"] = .string(reason)
    case .tokens(let tokens):
      object["access"] = "tokens"
      object["tokens"] = .array(
        tokens.map {
          [
            "token": .string(token($0)), "uses": .number(JSONNumber($0.uses)),
            "expires": .string($0.expiresAt.formatted(.iso8601)),
          ]
        })
    }
    object["grantTypes"] = .array(grantTypes.map { .string($0) })
    object["scopes"] = .array(scopes.map { .string($0) })
    object["redirectURIs"] = .number(JSONNumber(redirectURIs))
    object["attempts"] = .number(JSONNumber(attempts))
    return .object(object)
  }
}
