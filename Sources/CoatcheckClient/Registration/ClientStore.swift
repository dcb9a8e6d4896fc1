// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// A store for registered clients that outlives the program. Every ``RecordTokenStore`` is one, next to
/// its sessions.
public protocol ClientStore: Sendable {
  /// The stored client; nil if there is no such client.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server where it is registered.
  ///   - name: The name that the registration is stored under.
  /// - Throws: `storeFailed` or `storeLocked` when the store cannot be read; `storeDamaged` when the
  ///   client cannot be decoded.
  func client(at issuer: Issuer, named name: String) async throws(OAuthError) -> StoredClient?

  /// Stores a client durably, in place of the one with the same issuer and name.
  ///
  /// - Throws: `storeFailed` or `storeLocked`: the older client is still stored then.
  func keep(_ client: StoredClient) async throws(OAuthError)

  /// Removes a client. A missing client is not an error.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server where it is registered.
  ///   - name: The name that the registration is stored under.
  /// - Throws: `storeFailed` or `storeLocked`: the client may still be stored then.
  func forgetClient(at issuer: Issuer, named name: String) async throws(OAuthError)
}

/// A registered client with the metadata that was requested and registered.
public struct StoredClient: Sendable {
  /// The issuer identifier of the authorization server where the client is registered.
  public let issuer: Issuer
  /// The name that the registration is stored under.
  public let name: String
  /// The requested metadata. When the program requests other metadata, the client is registered again.
  public let asked: ClientMetadata
  /// The client information response: the client identifier, its credentials and the registered
  /// metadata.
  public let registration: ClientRegistration

  /// Creates the record of a registered client.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server.
  ///   - name: The name that the registration is stored under.
  ///   - asked: The metadata that the program requested.
  ///   - registration: The client information response of the server.
  public init(
    issuer: Issuer, name: String, asked: ClientMetadata, registration: ClientRegistration
  ) {
    self.issuer = issuer
    self.name = name
    self.asked = asked
    self.registration = registration
  }

  /// The key of the record. It begins with a letter that does not occur in the keys of sessions.
  static func key(_ issuer: Issuer, _ name: String) -> String {
    let parts: JSONObject = ["client": [.string(issuer.text), .string(name)]]
    return "r" + Fingerprint.hex(of: parts.serialized()).prefix(63)
  }

  var record: StoredRecord {
    let json: JSONObject = [
      "issuer": .string(issuer.text), "name": .string(name), "asked": .object(asked.json),
      "registration": .object(registration.json),
    ]
    return StoredRecord(key: Self.key(issuer, name), content: json.serialized())
  }

  init?(_ content: [UInt8], _ issuer: Issuer, _ name: String) {
    guard let json = try? JSONObject(parsing: content),
      json["issuer"]?.stringValue?.isExactly(issuer.text) == true,
      json["name"]?.stringValue?.isExactly(name) == true,
      let asked = json["asked"]?.objectValue.flatMap({ try? ClientMetadata(parsing: $0) }),
      let stored = json["registration"]?.objectValue,
      let registration = try? ClientRegistration(stored: stored)
    else { return nil }
    self.init(issuer: issuer, name: name, asked: asked, registration: registration)
  }
}

extension RecordTokenStore: ClientStore {
  /// The stored client; nil if there is no such client.
  public func client(
    at issuer: Issuer, named name: String
  ) async throws(OAuthError) -> StoredClient? {
    let key = StoredClient.key(issuer, name)
    guard let content = try await records.read(key) else { return nil }
    guard let client = StoredClient(content, issuer, name) else {
      throw .unreadable(
        .storeDamaged, "The registered client \(records.location(of: key)) is damaged.")
    }
    return client
  }

  /// Stores a client durably, in place of the one with the same issuer and name.
  public func keep(_ client: StoredClient) async throws(OAuthError) {
    try await records.write(client.record)
  }

  /// Removes a client. A missing client is not an error.
  public func forgetClient(at issuer: Issuer, named name: String) async throws(OAuthError) {
    try await records.remove(StoredClient.key(issuer, name))
  }
}
