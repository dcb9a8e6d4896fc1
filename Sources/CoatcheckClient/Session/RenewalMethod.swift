// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// The grant by which a session gets its next access token.
public enum RenewalMethod: Sendable, Hashable {
  /// The refresh token, if there is one.
  ///
  /// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6).
  case refreshToken
  /// The client credentials grant: there is no user.
  ///
  /// [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4).
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request each time.
  ///   - extra: Parameters that the provider requires besides those of the protocol.
  case clientCredentials(scopes: [Scope], extra: Parameters)
}

extension RenewalMethod {
  /// The subject of a client's own session: one for each set of scopes and parameters, in any
  /// order.
  ///
  /// - Parameter own: The parameters that the provider's dialect adds.
  package func subject(own: Parameters) -> String? {
    guard case .clientCredentials(let scopes, let extra) = self else { return nil }
    let scope = Set(scopes).map(\.rawValue).sorted().joined(separator: " ")
    let pairs = (own.pairs + extra.pairs).sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    let key = Parameters([("scope", scope)] + pairs.map { ($0.name, $0.value) })
    return "client_credentials?\(key.encoded)"
  }

  /// The JSON form; nil for the refresh token, which is the default.
  var json: JSONValue? {
    guard case .clientCredentials(let scopes, let extra) = self else { return nil }
    var json: JSONObject = [
      "grant_type": "client_credentials", "scope": .string(Scope.text(scopes)),
    ]
    if !extra.isEmpty { json["extra"] = .string(extra.encoded) }
    return .object(json)
  }

  /// - Throws: `unreadable`, `storeDamaged`, when it cannot be read.
  init(json value: JSONValue?) throws(OAuthError) {
    guard let value else {
      self = .refreshToken
      return
    }
    guard let json = value.objectValue, json["grant_type"]?.stringValue == "client_credentials",
      let extra = try? Parameters(decoding: json["extra"]?.stringValue ?? "")
    else {
      throw .unreadable(.storeDamaged, "The stored session cannot be read.", parameter: "renewal")
    }
    self = .clientCredentials(scopes: Scope.list(json["scope"]?.stringValue ?? ""), extra: extra)
  }
}

extension StoredSession {
  /// Whether there is a grant for the next access token: a refresh token, also one behind the user's
  /// presence, or the client credentials grant.
  public var isRenewable: Bool {
    renewal != .refreshToken || refreshToken != nil || guardedItem != nil
  }
}
