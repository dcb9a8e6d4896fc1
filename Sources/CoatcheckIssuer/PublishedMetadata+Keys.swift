// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
public import CoatcheckOAuth

extension IssuerSettings {
  /// What an issuer that signs with these keys says about itself.
  ///
  /// "The algorithm RS256 MUST be included" among those for ID tokens, unless whoever runs the issuer
  /// gave it no such key.
  /// [OIDC Discovery
  /// §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata)
  ///
  /// - Throws: As ``publishedMetadata()``.
  public func publishedMetadata(signingBy keys: SigningKeys) throws(OAuthError) -> ServerMetadata {
    var metadata = try publishedMetadata()
    let names = keys.algorithms.map(\.rawValue)
    metadata.idTokenSigningAlgorithms = names
    metadata.userInfoSigningAlgorithms = names
    metadata.authorizationResponseSigningAlgorithms = names
    return metadata
  }
}
