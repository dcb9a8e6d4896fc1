// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// The userinfo endpoint, for clients that registered signed answers and for claims from elsewhere.
extension Fault {
  /// The signed answer is not signed at all. A client must not use it.
  public static var unsignedUserInfo: Fault { Fault { $0.userInfoSignature = .none } }
  /// One bit of the answer's signature is wrong. A client must not use it.
  public static var corruptUserInfo: Fault { Fault { $0.userInfoSignature = .corrupt } }
  /// The answer is JSON, though a JWT is registered. A client must not use it.
  public static var plainUserInfo: Fault { Fault { $0.isUserInfoPlain = true } }
  /// The signed answer is another issuer's. A client must not use it.
  public static var userInfoOfAnotherIssuer: Fault {
    Fault { $0.userInfo = { claims, site in claims["iss"] = .string(site.issuer + "/other") } }
  }
  /// The signed answer is for another client. A client must not use it.
  public static var userInfoForAnotherClient: Fault {
    Fault { $0.userInfo = { claims, _ in claims["aud"] = "another-client" } }
  }
  /// WebFinger names an issuer that is not there: its metadata is another's. A client must not use it.
  public static var webFingerOfAnotherIssuer: Fault {
    Fault { $0.named = { $0.elsewhere } }
  }
  /// A claim comes at an address, which the answer names: `credit_score`. It is right, and a client that
  /// wants it must ask there and verify what comes.
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
