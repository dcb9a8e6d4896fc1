// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// What a protected resource answers to a request without a good token.
///
/// [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3),
/// [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1),
/// [RFC 9470 §3](https://www.rfc-editor.org/rfc/rfc9470#section-3),
/// [RFC 9728 §5.1](https://www.rfc-editor.org/rfc/rfc9728#section-5.1).
public struct BearerChallenge: Sendable, Hashable {
  /// How a token is presented.
  public enum Scheme: String, Sendable, Hashable, CaseIterable {
    /// Any bearer may use it.
    case bearer = "Bearer"
    /// With a proof of the key it is bound to.
    case dpop = "DPoP"
  }

  /// How the token has to be presented.
  public var scheme = Scheme.bearer
  /// The part of the service which is protected.
  public var realm: String?
  /// The scopes that are needed.
  public var scope: [Scope] = []
  /// Why the token is invalid; nil when the request had no token.
  public var error: OAuthError.Code?
  /// The reason in words, for developers.
  public var errorDescription: String?
  /// An address with more about it.
  public var errorURI: String?
  /// The classes of authentication that would do, best first.
  public var acrValues: [String] = []
  /// The maximum age of the user's sign-in, in seconds.
  public var maxAge: Int?
  /// Where the metadata of the protected resource is.
  public var resourceMetadata: String?
  /// The algorithms a DPoP proof may be signed with.
  public var algorithms: [String] = []

  /// A challenge, which asks for a token of any kind.
  public init(realm: String? = nil, error: OAuthError.Code? = nil) {
    self.realm = realm
    self.error = error
  }

  /// The first challenge of a response's `WWW-Authenticate` fields that is about an access token, if any.
  ///
  /// - Parameters:
  ///   - fields: The values of the fields.
  ///   - scheme: How the token was presented. A service names every scheme it knows, and the error beside
  ///     the one that was used.
  public init?(fields: [String], scheme: Scheme = .bearer) {
    let challenges = HTTPChallenge.parse(fields)
    // RFC 9110 §11.1: the scheme is "a case-insensitive token".
    let found = challenges.first { $0.scheme.lowercased() == scheme.rawValue.lowercased() }
    guard let found else { return nil }
    self.scheme = scheme
    realm = found.parameters["realm"]
    scope = Scope.list(found.parameters["scope"] ?? "")
    error = found.parameters["error"].map(OAuthError.Code.init(peer:))
    errorDescription = found.parameters["error_description"]
    errorURI = found.parameters["error_uri"]
    acrValues = (found.parameters["acr_values"] ?? "").split(separator: " ").map(String.init)
    maxAge = found.parameters["max_age"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    resourceMetadata = found.parameters["resource_metadata"]
    algorithms = (found.parameters["algs"] ?? "").split(separator: " ").map(String.init)
  }

  /// The value of a `WWW-Authenticate` field.
  ///
  /// Only characters which RFC 6750 allows in it are written, whatever the properties hold.
  public var headerValue: String {
    let pairs: [(String, String?)] = [
      ("realm", realm), ("scope", scope.isEmpty ? nil : Scope.text(scope)),
      ("error", error?.rawValue), ("error_description", errorDescription), ("error_uri", errorURI),
      ("acr_values", acrValues.isEmpty ? nil : acrValues.joined(separator: " ")),
      ("max_age", maxAge.map(String.init)), ("resource_metadata", resourceMetadata),
      ("algs", algorithms.isEmpty ? nil : algorithms.joined(separator: " ")),
    ]
    let written = pairs.compactMap { name, value in
      value.map { "\(name)=\"\(PrintableText.protocolText($0, limit: 2048))\"" }
    }
    return written.isEmpty
      ? scheme.rawValue : scheme.rawValue + " " + written.joined(separator: ", ")
  }
}

extension BearerChallenge {
  /// The refusal behind a 400, 401 or 403 that carries a Bearer challenge; nil without one.
  ///
  /// A challenge without an error code means a token which is not accepted at all.
  public static func refusal(in head: HTTPResponse, from source: String) -> OAuthError? {
    guard [400, 401, 403].contains(head.status.code),
      let challenge = BearerChallenge(fields: head.headerFields[values: .wwwAuthenticate])
    else { return nil }
    return OAuthError(
      outcome: .refused, code: challenge.error ?? .invalidToken,
      reason: "\(source) refused the access token.", status: head.status.code,
      parameter: challenge.scope.isEmpty ? nil : Scope.text(challenge.scope),
      peer: .init(description: challenge.errorDescription, uri: challenge.errorURI))
  }

  /// The response of a protected resource to a request that it refuses.
  ///
  /// - Parameters:
  ///   - error: Why; ``OAuthError/Code/credentialsMissing`` gives a challenge without an error
  ///     code.
  ///   - realm: The part of the service which is protected.
  ///   - scope: The scopes that are needed.
  ///   - allowed: The methods of the resource, for a 405.
  public static func response(
    _ error: OAuthError, realm: String? = nil, scope: [Scope] = [], allowed: String = "GET"
  ) -> (head: HTTPResponse, body: Data) {
    var refusal = ServedResponse.refusal(error, allowed: allowed)
    guard error.outcome == .refused, [400, 401, 403].contains(refusal.head.status.code) else {
      return refusal
    }
    var challenge = BearerChallenge(realm: realm, error: error.code)
    challenge.scope = scope
    if error.code == .credentialsMissing {
      // RFC 6750 §3.1: "If the request lacks any authentication information […] the resource server
      // SHOULD NOT include an error code or other error information."
      challenge.error = nil
      refusal = ServedResponse.empty(status: .unauthorized)
    } else {
      challenge.errorDescription = error.reason
    }
    refusal.head.headerFields[.wwwAuthenticate] = challenge.headerValue
    return refusal
  }
}
