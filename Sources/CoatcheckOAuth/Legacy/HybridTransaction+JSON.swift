// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension HybridTransaction {
  /// The transaction, to be stored until the callback arrives. It holds the state, the nonce and the verifier:
  /// store it where secrets are stored.
  public var json: JSONObject {
    [
      "transaction": .object(transaction.json),
      "response_type": .string(responseType.rawValue),
      "requires_s_hash": .bool(requiresStateHash),
      "because": .string(reason),
    ]
  }

  /// A transaction that was stored.
  ///
  /// - Parameters:
  ///   - json: The transaction.
  ///   - dialect: The dialect of the authorization server.
  /// - Throws: `unreadable`, ``OAuthError/Code/storeDamaged``, when it cannot be read.
  public init(json: JSONObject, dialect: Dialect) throws(OAuthError) {
    guard let transaction = json["transaction"]?.objectValue,
      let responseType = json["response_type"]?.stringValue.flatMap(ResponseType.init),
      // A flag which got lost would be a check that got lost.
      let requiresStateHash = json["requires_s_hash"]?.boolValue,
      let reason = json["because"]?.stringValue
    else { throw .unreadable(.storeDamaged, "The stored sign-in cannot be read.") }
    self.init(
      transaction: try AuthorizationTransaction(json: transaction), responseType: responseType,
      reason: reason, dialect: dialect, requiresStateHash: requiresStateHash)
  }
}
