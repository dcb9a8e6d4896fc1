// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth

/// Endpoints that client assertions may name as their audience, besides the issuer.
///
/// ```json
/// {"endpoints": ["token"], "because": "an old client names the token endpoint"}
/// ```
struct SeedAudiences: Sendable {
  private static let known = ["token", "par", "device_authorization", "introspect", "revoke"]

  private let endpoints: [String]
  private let reason: String

  init(reading reader: SeedReader) throws {
    try reader.allow(["endpoints", "because"])
    endpoints = try reader.strings("endpoints") ?? []
    guard !endpoints.isEmpty, endpoints.allSatisfy(Self.known.contains) else {
      throw reader.error("endpoints", "knows \(Self.known.joined(separator: ", "))")
    }
    reason = try reader.string("because")
    guard !reason.isEmpty else { throw reader.error("because", "must say why") }
  }

  /// The object it was read from.
  var json: JSONValue {
    ["endpoints": .array(endpoints.map { .string($0) }), "because": .string(reason)]
  }

  /// The audiences of an issuer.
  func audiences(of issuer: Issuer) throws(OAuthError) -> ClientAssertionRules.Audiences {
    var addresses: [Endpoint] = []
    for name in endpoints { addresses.append(try Endpoint("\(issuer.text)/\(name)")) }
    return .alsoEndpoints(addresses, because: reason)
  }
}
