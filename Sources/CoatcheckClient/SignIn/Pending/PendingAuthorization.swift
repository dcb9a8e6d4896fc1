// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
package import CoatcheckJOSE
public import CoatcheckOAuth

/// A sign-in whose authorization response was not received yet, as it is stored for another run of the
/// program.
///
/// It contains the state, the nonce, the code verifier and the private key of DPoP proofs: it is stored
/// where sessions are stored, and can be taken once.
public struct PendingAuthorization: Sendable {
  /// The issuer identifier of the authorization server.
  public let issuer: Issuer
  /// The client identifier at this authorization server.
  public let clientID: String
  /// The `state` of the request, which the authorization response repeats.
  public let state: Secret
  /// When the authorization response is no longer accepted, on the wall clock.
  public let expiry: Date
  /// The sign-in, as JSON.
  package let content: JSONObject

  /// Creates a pending sign-in.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server.
  ///   - clientID: The client identifier at this authorization server.
  ///   - state: The `state` of the request, which the callback repeats.
  ///   - expiry: When the callback is no longer accepted.
  ///   - content: The sign-in, as JSON.
  package init(
    issuer: Issuer, clientID: String, state: Secret, expiry: Date, content: JSONObject
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.state = state
    self.expiry = expiry
    self.content = content
  }

  /// Whether the callback is too late, or the wall clock was set back by more than the lifetime of a
  /// sign-in.
  package func isExpired(at now: Date) -> Bool {
    let left = expiry.timeIntervalSince(now)
    return left < 0 || left > 2 * AuthorizationTransaction.lifetime
  }

  /// The `state` in a callback, by which its sign-in is found; nil when the URL has none. The callback
  /// is not checked here.
  package static func state(in callback: String) -> Secret? {
    guard callback.utf8.count <= 1 << 20, let parts = URIParts(callback) else { return nil }
    for text in [parts.query, parts.fragment].compactMap(\.self) {
      guard let parameters = try? Parameters(decoding: text) else { continue }
      if let state = parameters["state"], !state.isEmpty { return Secret(state) }
      // JARM §2.1: the state is a member of the JWT.
      if let response = parameters["response"],
        let state = AuthorizationTransaction.claimedState(in: Secret(response))
      {
        return state
      }
    }
    return nil
  }
}

extension PendingAuthorization {
  /// The key of the record. It begins with a letter that does not occur in the keys of sessions.
  static func key(_ issuer: Issuer, _ clientID: String, _ state: Secret) -> String {
    let parts: JSONObject = [
      "pending": [.string(issuer.text), .string(clientID), .string(state.reveal())]
    ]
    return "p" + Fingerprint.hex(of: parts.serialized()).prefix(63)
  }

  /// Whether a record is one of a pending authorization.
  static func isKey(_ key: String) -> Bool { key.hasPrefix("p") && key.utf8.count == 64 }

  var key: String { Self.key(issuer, clientID, state) }

  var record: StoredRecord {
    var json: JSONObject = [
      "issuer": .string(issuer.text), "client_id": .string(clientID),
      "state": .string(state.reveal()), "content": .object(content),
    ]
    json["expires_at"] = JSONNumber(expiry.timeIntervalSince1970).map(JSONValue.number)
    return StoredRecord(key: key, content: json.serialized())
  }

  /// The authorization of a record; nil when it is damaged, or stored under another one's key.
  init?(_ bytes: [UInt8], key: String) {
    guard let json = try? JSONObject(parsing: bytes),
      let issuer = json["issuer"]?.stringValue.flatMap({ try? Issuer($0) }),
      let clientID = json["client_id"]?.stringValue, let state = json["state"]?.stringValue,
      let expiry = json["expires_at"]?.doubleValue, let content = json["content"]?.objectValue,
      Self.key(issuer, clientID, Secret(state)) == key
    else { return nil }
    self.init(
      issuer: issuer, clientID: clientID, state: Secret(state),
      expiry: Date(timeIntervalSince1970: expiry), content: content)
  }
}

extension PendingAuthorization: CustomStringConvertible, CustomReflectable {
  /// The issuer and the client identifier; no secret.
  public var description: String { "PendingAuthorization(\(issuer), \(clientID))" }
  /// The issuer and the client identifier; no secret.
  public var customMirror: Mirror { Mirror(self, children: ["pending": description]) }
}
