// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import HTTPTypes

/// What a protected resource answers to a request without a good token that is bound to a key.
///
/// Specification: [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1).
public struct DPoPChallenge: Sendable, Hashable {
  /// The part of the service which is protected.
  public var realm: String?
  /// The scopes that are needed.
  public var scope: [Scope] = []
  /// Why the token or the proof is no good; nil when there was none.
  public var error: OAuthError.Code?
  /// The reason in words, for developers.
  public var errorDescription: String?
  /// The algorithms accepted for proofs, by their names; empty when the resource doesn't say.
  public var algorithms: [String] = []

  /// A challenge, which asks for a token bound to a key.
  public init(
    realm: String? = nil, error: OAuthError.Code? = nil, algorithms: Set<SignatureAlgorithm> = []
  ) {
    self.realm = realm
    self.error = error
    self.algorithms = algorithms.map(\.rawValue).sorted()
  }

  /// The first DPoP challenge of a response's `WWW-Authenticate` fields, if any. The scheme is compared
  /// without regard to case.
  public init?(fields: [String]) {
    let challenges = Challenge.parse(fields)
    guard let own = challenges.first(where: { $0.scheme.lowercased() == "dpop" }) else {
      return nil
    }
    realm = own.parameters["realm"]
    scope = Scope.list(own.parameters["scope"] ?? "")
    error = own.parameters["error"].map(OAuthError.Code.init(peer:))
    errorDescription = own.parameters["error_description"]
    algorithms = (own.parameters["algs"] ?? "").split(separator: " ").map(String.init)
  }

  /// The value of a `WWW-Authenticate` field.
  public var headerValue: String {
    let pairs: [(String, String?)] = [
      ("realm", realm), ("scope", scope.isEmpty ? nil : Scope.text(scope)),
      ("error", error?.rawValue), ("error_description", errorDescription),
      // "This challenge […] algs: A space-delimited list of supported JWS algorithms".
      ("algs", algorithms.isEmpty ? nil : algorithms.joined(separator: " ")),
    ]
    let written = pairs.compactMap { name, value in
      value.map { "\(name)=\"\(PrintableText.protocolText($0, limit: 200))\"" }
    }
    return written.isEmpty ? "DPoP" : "DPoP " + written.joined(separator: ", ")
  }
}

extension DPoPChallenge {
  /// The refusal behind a 400, 401 or 403 that carries a DPoP challenge; nil when there is none.
  ///
  /// A challenge without an error code means a token which isn't accepted at all.
  public static func refusal(in head: HTTPResponse, from source: String) -> OAuthError? {
    guard [400, 401, 403].contains(head.status.code),
      let challenge = DPoPChallenge(fields: head.headerFields[values: .wwwAuthenticate])
    else { return nil }
    return OAuthError(
      outcome: .refused, code: challenge.error ?? .invalidToken,
      reason: "\(source) refused the access token or the proof.",
      peerDescription: challenge.errorDescription, status: head.status.code,
      parameter: challenge.scope.isEmpty ? nil : Scope.text(challenge.scope))
  }
}
