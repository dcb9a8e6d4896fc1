// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Faults of the userinfo endpoint, for clients that registered signed responses or use distributed claims.
extension Fault {
  /// The userinfo JWT is unsigned. The client must not use it.
  public static var unsignedUserInfo: Fault { Fault { $0.userInfoSignature = .none } }
  /// One bit of the userinfo JWT's signature is wrong. The client must not use it.
  public static var corruptUserInfo: Fault { Fault { $0.userInfoSignature = .corrupt } }
  /// The response is JSON, although a JWT is registered. The client must not use it.
  public static var plainUserInfo: Fault { Fault { $0.isUserInfoPlain = true } }
  /// The userinfo JWT is from another issuer. The client must not use it.
  public static var userInfoOfAnotherIssuer: Fault {
    Fault { $0.userInfo = { claims, site in claims["iss"] = .string(site.issuer + "/other") } }
  }
  /// The userinfo JWT is for another client. The client must not use it.
  public static var userInfoForAnotherClient: Fault {
    Fault { $0.userInfo = { claims, _ in claims["aud"] = "another-client" } }
  }
  /// The response has claims about the authentication, of the class `urn:example:mfa`. The client must take such claims
  /// from the ID token alone.
  public static var userInfoWithAuthentication: Fault {
    Fault { $0.userInfo = { claims, _ in claims["acr"] = "urn:example:mfa" } }
  }
  /// WebFinger names an issuer whose metadata has another issuer. The client must not use it.
  public static var webFingerOfAnotherIssuer: Fault {
    Fault { $0.named = { $0.elsewhere } }
  }
  /// The response names the address of a distributed claim, `credit_score`, which is allowed. The client must
  /// verify the JWT that it gets there.
  public static var distributedClaims: Fault {
    Fault {
      $0.userInfo = { claims, site in
        claims["_claim_names"] = ["credit_score": "source"]
        claims["_claim_sources"] = [
          "source": [
            "endpoint": .string(site.issuer + HostileProvider.Place.claims.rawValue),
            "access_token": .string(HostileService.claimsToken.reveal()),
          ]
        ]
      }
    }
  }
}
