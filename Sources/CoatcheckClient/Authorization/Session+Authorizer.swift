// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

extension Session {
  /// The authorizer for requests to the provider's resource servers: DPoP for a session whose tokens
  /// are bound to a key, else the one of the provider's dialect.
  public var authorizer: any Authorizer {
    let stored = (try? state.snapshot())?.stored
    let dialect = stored?.dialect ?? .standard
    guard stored?.dpopKey != nil, dialect.presentation == .bearer else { return dialect.authorizer }
    return DPoPAuthorizer(nonces: nonces, bearer: BearerAuthorizer(dialect))
  }
}

extension Session {
  /// Stores a DPoP nonce that a resource server supplied before the session existed.
  func learn(_ nonce: DPoPNonce, of origin: String) {
    guard let key = stored?.dpopKey else { return }
    nonces.keep(nonce, of: origin, for: key.publicJWK.thumbprint)
  }
}

extension Dialect {
  /// The authorizer for requests to the provider's resource servers: a bearer token or an HMAC
  /// signature.
  public var authorizer: any Authorizer {
    switch presentation {
    case .bearer: BearerAuthorizer(self)
    case .hmacSignature(let scheme): HMACSignatureAuthorizer(scheme)
    }
  }
}
