// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
import Foundation

extension HostileProvider {
  /// The userinfo members of an aggregated claim: `credit_score`, in a JWT of this provider.
  ///
  /// [OIDC Core §5.6.2](https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims).
  ///
  /// - Throws: When the provider cannot sign it.
  public func claimsOfAnother() throws -> JSONObject {
    let token = try service.otherClaims(service.site(at: port))
    return [
      "_claim_names": ["credit_score": "source"],
      "_claim_sources": ["source": ["JWT": .string(token)]],
    ]
  }
}
