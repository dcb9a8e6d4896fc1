// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The state of one token request on its way through the pipeline.
struct TokenAttempt: Sendable {
  let request: TokenRequest
  /// Where it came from: wrong secrets are counted per address.
  let source: String

  // Established by the rules.
  var client: RegisteredClient?
  var code: AuthorizationCodeRecord?
  var presented: OpaqueToken?
  var family: RefreshFamily?
  var scopes: [String] = []
  var person: Person?
  var refreshToken: Secret?
  var refreshExpiry = Expiry.unknown

  /// The result.
  var grant: TokenGrant?
}
