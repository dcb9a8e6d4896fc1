// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// What the tokens of a sign-in are checked against: the requested scopes, and what the request was
/// bound to.
struct TokenExpectations: Sendable {
  let scopes: [Scope]
  var nonce: Secret?
  var maxAge: Int?
  var essentialACRs: [String] = []
  var resources: [String] = []
  var code: Secret?
  var state: Secret?
  var redirectURI: String?
  /// The backchannel request that the ID token has to belong to.
  var backchannel: BackchannelExpectation?
}

extension TokenExpectations {
  /// What an authorization request expects of the tokens that follow.
  init(_ transaction: AuthorizationTransaction, scopes: [Scope], code: Secret?) {
    self.init(
      scopes: scopes, nonce: transaction.nonce, maxAge: transaction.maxAge,
      essentialACRs: transaction.essentialACRs, resources: transaction.resources, code: code,
      state: transaction.state, redirectURI: transaction.redirectURI)
  }
}
