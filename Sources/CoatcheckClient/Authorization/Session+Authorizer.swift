// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

extension Session {
  /// What authorizes requests to services of the session's provider, by its dialect.
  public var authorizer: any Authorizer {
    let stored = (try? state.snapshot())?.stored
    let dialect = stored?.dialect ?? .standard
    guard stored?.dpopKey != nil, dialect.presentation == .bearer else { return dialect.authorizer }
    return DPoPAuthorizer(nonces: nonces, bearer: BearerAuthorizer(dialect))
  }
}

extension Session {
  /// Keeps a nonce that a service gave before the session was there.
  func learn(_ nonce: DPoPNonce, of origin: String) {
    guard let key = stored?.dpopKey else { return }
    nonces.keep(nonce, of: origin, for: key.publicJWK.thumbprint)
  }
}

extension Dialect {
  /// What authorizes requests to services of the provider.
  public var authorizer: any Authorizer {
    switch presentation {
    case .bearer: BearerAuthorizer(self)
    case .hmacSignature(let scheme): HMACSignatureAuthorizer(scheme)
    }
  }
}
