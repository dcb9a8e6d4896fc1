// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Where registered clients outlive the program: every ``RecordTokenStore`` is one, beside its
/// sessions.
public protocol ClientStore: Sendable {
  /// The client that was kept; nil if there is no such client.
  ///
  /// - Parameters:
  ///   - issuer: Who registered it.
  ///   - name: What the program calls it.
  /// - Throws: `storeFailed` or `storeLocked`; `storeDamaged` when it cannot be read.
  func client(at issuer: Issuer, named name: String) async throws(OAuthError) -> StoredClient?

  /// Keeps a client durably, in place of the one with the same issuer and name.
  func keep(_ client: StoredClient) async throws(OAuthError)

  /// Removes a client. A missing client is not an error.
  func forgetClient(at issuer: Issuer, named name: String) async throws(OAuthError)
}

/// A registered client, and what it was registered with.
public struct StoredClient: Sendable {
  /// Who registered it.
  public let issuer: Issuer
  /// What the program calls it.
  public let name: String
  /// The requested metadata. When the program requests other metadata, the client does not fit any
  /// more.
  public let asked: ClientMetadata
  /// What was registered.
  public let registration: ClientRegistration

  /// A client to be kept.
  public init(
    issuer: Issuer, name: String, asked: ClientMetadata, registration: ClientRegistration
  ) {
    self.issuer = issuer
    self.name = name
    self.asked = asked
    self.registration = registration
  }

  /// The key of the record. It has a letter that no session's has.
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
  /// The client that was kept; nil if there is no such client.
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

  /// Keeps a client durably.
  public func keep(_ client: StoredClient) async throws(OAuthError) {
    try await records.write(client.record)
  }

  /// Forgets a client.
  public func forgetClient(at issuer: Issuer, named name: String) async throws(OAuthError) {
    try await records.remove(StoredClient.key(issuer, name))
  }
}
