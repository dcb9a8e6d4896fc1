// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Synchronization

/// ID tokens.
extension HostileService {
  /// The values that are issued with an ID token.
  struct Companions {
    var accessToken: String?
    var code: String?
    var state: String?
    var isRefresh = false
  }

  func idToken(
    for grant: StandInTokens.Grant, beside companions: Companions, _ site: HostileSite
  ) throws -> String {
    try rotate()
    let hash = { (text: String) in
      JSONValue.string(
        AccessTokenHash.value(for: Secret(text), algorithm: self.client.idTokenAlgorithm))
    }
    var claims: JSONObject = [
      "iss": .string(site.issuer), "sub": .string(grant.user?.id ?? client.id),
      "aud": .string(client.id), "iat": site.date(after: 0), "exp": site.date(after: 600),
      "auth_time": site.date(after: -5), "sid": "session-1",
    ]
    claims["nonce"] = companions.isRefresh ? nil : grant.notes["nonce"].map(JSONValue.string)
    claims["acr"] = grant.notes["acr"].map(JSONValue.string)
    claims["at_hash"] = companions.accessToken.map(hash)
    claims["c_hash"] = companions.code.map(hash)
    claims["s_hash"] = companions.state.map(hash)
    behaviour.idToken?(&claims, site)
    if companions.isRefresh { behaviour.refreshedIDToken?(&claims, site) }
    let signature = companions.isRefresh ? behaviour.refreshedSignature : nil
    let signed = try HostileSigner(keys: keys, client: client)
      .token(claims, signature ?? behaviour.signature)
    guard let encryption = client.idTokenEncryption else { return signed }
    return try HostileEnvelope(encryption).around(signed, behaviour.envelope)
  }

  /// Replaces the keys if the provider does so.
  private func rotate() throws {
    let isFirst = hasSigned.withLock { hasSigned in
      defer { hasSigned = true }
      return !hasSigned
    }
    switch behaviour.rotation {
    case .never: break
    case .betweenSignIns where isFirst: break
    case .betweenSignIns: try keys.rotate(client.idTokenAlgorithm, keepsOld: true)
    case .beforeSigning: try keys.rotate(client.idTokenAlgorithm, keepsOld: false)
    }
  }
}
