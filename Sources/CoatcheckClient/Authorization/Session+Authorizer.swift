// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Session {
  /// What authorizes requests to services of the session's provider, by its dialect.
  public var authorizer: any Authorizer {
    ((try? state.snapshot())?.stored.dialect ?? .standard).authorizer
  }
}

extension Dialect {
  /// What authorizes requests to services of the provider.
  public var authorizer: any Authorizer {
    switch presentation {
    case .bearer: BearerAuthorizer(self)
    case .wskeySignature: WSKeyAuthorizer()
    }
  }
}
