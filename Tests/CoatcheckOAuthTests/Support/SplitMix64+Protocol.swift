// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Random values of the protocol.
extension SplitMix64 {
  static let anything =
    "abcXYZ019-._~ +&=%?#/\\\"'<>;,:@!$()*[]{}|^`éß漢🧥\u{0301}\u{212A}\u{202e}"
  static let visible = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=&%?!"
  static let unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"

  mutating func secret(_ lengths: ClosedRange<Int> = 1...60) -> Secret {
    Secret(text(Self.visible, lengths))
  }

  mutating func scope() -> Scope { Scope(rawValue: text("abc:/._-019", 1...12)) }

  mutating func scopes(_ counts: ClosedRange<Int> = 0...4) -> [Scope] {
    let count = Int.random(in: counts, using: &self)
    return Scope.list(Scope.text((0..<count).map { _ in scope() }))
  }

  mutating func client() -> ClientIdentity {
    let id = text(Self.anything, 1...20)
    let secret = Secret(text(Self.anything, 1...30))
    let ways: [ClientAuthentication] = [.none, .basic(secret), .post(secret)]
    return ClientIdentity(id: id, authentication: ways[Int.random(in: 0..<3, using: &self)])
  }

  mutating func confidentialClient() -> ClientIdentity {
    while true {
      let client = client()
      if client.authentication.secret != nil { return client }
    }
  }

  mutating func extra(_ prefix: String = "x_") -> Parameters {
    let count = Int.random(in: 0...3, using: &self)
    return Parameters((0..<count).map { ("\(prefix)\($0)", text(Self.anything, 1...20)) })
  }

  mutating func grant() -> TokenGrant {
    let lifetime = TimeInterval(Int.random(in: 1...100_000, using: &self))
    var grant = TokenGrant(
      accessToken: secret(), tokenType: Bool.random(using: &self) ? "Bearer" : "DPoP",
      expiry: Bool.random(using: &self) ? .unknown : .at(start.addingTimeInterval(lifetime)),
      refreshToken: maybe { $0.secret() }, idToken: maybe { $0.secret() }, receivedAt: start)
    if Bool.random(using: &self) { grant.refreshExpiry = .at(start.addingTimeInterval(lifetime)) }
    grant.scopes = maybe { $0.scopes(1...4) }
    grant.extra = ["vendor": .string(text(Self.anything, 0...20))]
    return grant
  }

  mutating func metadata() throws -> ServerMetadata {
    let host = text("abc", 1...8)
    let issuer = "https://\(host).example/" + text("abc/", 0...6)
    var metadata = ServerMetadata(issuer: try Issuer(issuer))
    metadata.authorizationEndpoint = try Endpoint("https://\(host).example/authorize")
    metadata.tokenEndpoint = try maybe { _ in "https://\(host).example/token" }.map {
      try Endpoint($0)
    }
    metadata.jwksURI = try maybe { _ in "https://keys.example/jwks?a=b" }.map { try Endpoint($0) }
    metadata.scopesSupported = maybe { $0.scopes().map(\.rawValue) }
    metadata.responseTypesSupported = maybe { _ in ["code"] }
    metadata.authorizationResponseIssParameterSupported = Bool.random(using: &self)
    metadata.additional = ["vendor": .string(text(Self.anything, 0...20))]
    return metadata
  }

  mutating func refusal() -> OAuthError {
    let codes: [OAuthError.Code] = [
      .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType,
      .invalidScope, .unsupportedTokenType, OAuthError.Code(rawValue: "vendor_code"),
    ]
    return .refused(codes[Int.random(in: 0..<codes.count, using: &self)], text("abc .,'", 1...80))
  }
}
