// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth

/// The optional members of a client in a seed file: its metadata, under the names of the Swift properties.
extension RegisteredClient.Metadata {
  private static var needs: [(name: String, path: WritableKeyPath<Self, Need>)] {
    [
      ("boundTokens", \.boundTokens), ("pushedRequests", \.pushedRequests),
      ("signedRequests", \.signedRequests), ("authTime", \.authTime),
    ]
  }

  private static var algorithms: [(name: String, path: WritableKeyPath<Self, SignatureAlgorithm?>)]
  {
    [
      ("authenticationAlgorithm", \.authenticationAlgorithm),
      ("requestObjectAlgorithm", \.requestObjectAlgorithm),
      ("userInfoAlgorithm", \.userInfoAlgorithm),
      ("authorizationAlgorithm", \.authorizationAlgorithm),
    ]
  }

  /// The members it reads.
  static var members: [String] {
    needs.map(\.name) + algorithms.map(\.name) + [
      "jwks", "resources", "answersFor", "defaultMaxAge", "postLogoutRedirectURIs",
      "backChannelLogoutURI", "backChannelLogoutSession", "frontChannelLogoutURI",
      "frontChannelLogoutSession", "jwksURI", "subjectType", "sectorIdentifierURI",
    ]
  }

  /// - Throws: ``SeedError`` naming the member that cannot be used.
  init(reading reader: SeedReader) throws {
    self.init()
    jwks = try Self.keys(reader)
    jwksURI = try reader.webAddress("jwksURI")
    guard jwks == nil || jwksURI == nil else {
      throw reader.error("jwksURI", "is for a client without jwks")
    }
    subjectType =
      try reader.choice("subjectType", ["public": .public, "pairwise": .pairwise]) ?? .public
    sectorIdentifierURI = try reader.webAddress("sectorIdentifierURI")
    for (name, path) in Self.needs {
      self[keyPath: path] = try reader.need(name) ? .required : .optional
    }
    for (name, path) in Self.algorithms {
      self[keyPath: path] = try reader.algorithm(name, among: SignatureAlgorithm.allCases)
    }
    resources = try reader.names("resources")
    answersFor = try reader.names("answersFor")
    defaultMaxAge = try reader.number("defaultMaxAge", in: 0...(366 * 86_400))
    postLogoutRedirectURIs = try reader.uris("postLogoutRedirectURIs")
    backChannelLogoutURI = try reader.webAddress("backChannelLogoutURI")
    backChannelLogoutSession = try reader.need("backChannelLogoutSession") ? .required : .optional
    frontChannelLogoutURI = try reader.webAddress("frontChannelLogoutURI")
    frontChannelLogoutSession = try reader.need("frontChannelLogoutSession") ? .required : .optional
  }

  /// The public keys a client signs with.
  private static func keys(_ reader: SeedReader) throws -> [JWK]? {
    guard let json = try reader.json("jwks") else { return nil }
    do throws(OAuthError) {
      // Refuses private keys, which must not be in the file, and symmetric keys, which cannot verify
      // signatures.
      _ = try ClientMetadata(parsing: ["jwks": .object(json)])
    } catch {
      throw reader.error("jwks", error.reason)
    }
    let entries = json["keys"]?.arrayValue ?? []
    guard (1...JWKSet.maximumCount).contains(entries.count) else {
      throw reader.error("jwks", "must have a key, and \(JWKSet.maximumCount) at most")
    }
    return try entries.enumerated().map { index, entry in
      guard let object = entry.objectValue, let key = try? JWK(parsing: object) else {
        throw reader.error("jwks.keys[\(index)]", "is no public key")
      }
      return key
    }
  }
}
