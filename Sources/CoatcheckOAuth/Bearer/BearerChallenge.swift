// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// The challenge of a resource server to a request without a valid access token: one value of the
/// `WWW-Authenticate` field.
///
/// [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3),
/// [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1),
/// [RFC 9470 §3](https://www.rfc-editor.org/rfc/rfc9470#section-3),
/// [RFC 9728 §5.1](https://www.rfc-editor.org/rfc/rfc9728#section-5.1).
public struct BearerChallenge: Sendable, Hashable {
  /// The scheme in which an access token is presented.
  public enum Scheme: String, Sendable, Hashable, CaseIterable {
    /// `Bearer`: any holder can use the token.
    case bearer = "Bearer"
    /// `DPoP`: the token comes with a proof of possession of the key that it is bound to.
    case dpop = "DPoP"
  }

  /// The scheme in which the access token has to be presented.
  public var scheme = Scheme.bearer
  /// `realm`: the name of the protected part of the resource server.
  public var realm: String?
  /// `scope`: the scopes that the request needs.
  public var scope: [Scope] = []
  /// `error`: why the token is refused; nil when the request had no token.
  public var error: OAuthError.Code?
  /// `error_description`: the reason in a sentence, for developers. In a received challenge it is untrusted
  /// text.
  public var errorDescription: String?
  /// `error_uri`: the URL of a page about the error. In a received challenge it is untrusted text.
  public var errorURI: String?
  /// `acr_values`: the authentication context classes that the request needs, in order of preference.
  public var acrValues: [String] = []
  /// `max_age`: the maximum age of the user's last sign-in, in seconds.
  public var maxAge: Int?
  /// `resource_metadata`: the URL of the protected resource metadata.
  public var resourceMetadata: String?
  /// `algs`: the signature algorithms that are accepted in a DPoP proof.
  public var algorithms: [String] = []

  /// Creates a challenge of the scheme `Bearer`.
  ///
  /// - Parameters:
  ///   - realm: The name of the protected part of the resource server; nil for none.
  ///   - error: Why the token is refused; nil when the request had no token.
  public init(realm: String? = nil, error: OAuthError.Code? = nil) {
    self.realm = realm
    self.error = error
  }

  /// Reads the first challenge of one scheme in the `WWW-Authenticate` fields of a response; nil when there
  /// is no such challenge.
  ///
  /// - Parameters:
  ///   - fields: The values of the fields, one element for each field.
  ///   - scheme: The scheme in which the token was presented. A resource server names every scheme that it
  ///     supports, and states the error for the one that was used.
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
  /// Only characters that RFC 6750 permits there are written, whatever the properties hold.
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
  /// The error of a response with status 400, 401 or 403 that carries a `Bearer` challenge; nil for other
  /// responses.
  ///
  /// A challenge without an error code becomes ``OAuthError/Code/invalidToken``.
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - source: Which endpoint responds, as the beginning of a sentence: `The UserInfo endpoint`.
  /// - Returns: An error with the outcome `refused`; its `parameter` is the scopes of the challenge.
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

  /// The HTTP response of a resource server to a request that it refuses: the error as JSON, with a
  /// challenge for the statuses 400, 401 and 403.
  ///
  /// - Parameters:
  ///   - error: Why the request is refused. ``OAuthError/Code/credentialsMissing`` becomes a 401 with a
  ///     challenge without an error code, and no body.
  ///   - realm: The name of the protected part of the resource server; nil for none.
  ///   - scope: The scopes that the request needs; empty states none.
  ///   - allowed: The value of the `Allow` field of a 405: the methods of the resource, separated by
  ///     commas.
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
