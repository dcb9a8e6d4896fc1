// SPDX-License-Identifier: Apache-2.0

extension ServerMetadata {
  /// The authorization endpoint; throws when the metadata has none.
  package var requiredAuthorizationEndpoint: Endpoint {
    get throws(OAuthError) {
      guard let authorizationEndpoint else {
        throw .unreadable(
          .metadataMalformed, "The authorization server has no authorization endpoint.",
          parameter: "authorization_endpoint")
      }
      return authorizationEndpoint
    }
  }

  /// The token endpoint; throws when the metadata has none.
  package var requiredTokenEndpoint: Endpoint {
    get throws(OAuthError) {
      guard let tokenEndpoint else {
        throw .unreadable(
          .metadataMalformed, "The authorization server has no token endpoint.",
          parameter: "token_endpoint")
      }
      return tokenEndpoint
    }
  }

  /// The endpoint for pushed authorization requests; throws when the metadata has none.
  package var requiredPushingEndpoint: Endpoint {
    get throws(OAuthError) {
      guard let pushedAuthorizationRequestEndpoint else {
        throw .unreadable(
          .metadataMalformed, "The authorization server has no endpoint for pushed requests.",
          parameter: "pushed_authorization_request_endpoint")
      }
      return pushedAuthorizationRequestEndpoint
    }
  }
}
