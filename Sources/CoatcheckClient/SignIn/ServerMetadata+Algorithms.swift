// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

extension ServerMetadata {
  /// The algorithms of ID tokens which the issuer lists and this library has.
  ///
  /// OIDC Registration §2: "The default, if omitted, is RS256."
  var usableIDTokenAlgorithms: Set<SignatureAlgorithm> {
    let listed = (idTokenSigningAlgorithms ?? []).compactMap(SignatureAlgorithm.init)
    return listed.isEmpty ? [.rs256] : Set(listed)
  }
}
