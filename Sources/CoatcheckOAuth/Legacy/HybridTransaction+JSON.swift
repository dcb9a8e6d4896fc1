// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension HybridTransaction {
  /// The transaction as a JSON object, to be stored until the callback arrives. It holds the state, the
  /// nonce and the code verifier: store it where secrets are stored.
  public var json: JSONObject {
    [
      "transaction": .object(transaction.json),
      "response_type": .string(responseType.rawValue),
      "requires_s_hash": .bool(requiresStateHash),
      "because": .string(reason),
    ]
  }

  /// Reads a stored transaction.
  ///
  /// - Parameters:
  ///   - json: What ``json`` returned when the sign-in began.
  ///   - dialect: The dialect of the authorization server, which is not stored.
  /// - Throws: `unreadable`, ``OAuthError/Code/storeDamaged``, when a member is missing or invalid. The
  ///   sign-in cannot be completed then: begin another one.
  public init(json: JSONObject, dialect: Dialect) throws(OAuthError) {
    guard let transaction = json["transaction"]?.objectValue,
      let responseType = json["response_type"]?.stringValue.flatMap(ResponseType.init),
      // Required: if the flag was lost, the check of `s_hash` would be skipped.
      let requiresStateHash = json["requires_s_hash"]?.boolValue,
      let reason = json["because"]?.stringValue
    else { throw .unreadable(.storeDamaged, "The stored sign-in cannot be read.") }
    self.init(
      transaction: try AuthorizationTransaction(json: transaction), responseType: responseType,
      reason: reason, dialect: dialect, requiresStateHash: requiresStateHash)
  }
}
