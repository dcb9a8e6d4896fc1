// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation

/// Faults of the metadata and of the responses of the token, userinfo and registration endpoints.
extension Fault {
  /// The metadata has another `issuer` than the one requested. The client must discard the metadata.
  public static var metadataOfAnotherIssuer: Fault {
    Fault {
      $0.metadata = { metadata, site in metadata["issuer"] = .string(site.issuer + "/other") }
    }
  }
  /// The metadata names another address for the keys, which is allowed. The client must request them there.
  public static var movedKeys: Fault {
    Fault {
      $0.metadata = { metadata, site in
        metadata["jwks_uri"] = .string(site.issuer + HostileService.movedKeys)
      }
    }
  }
  /// The metadata names a token endpoint on plain HTTP on another machine. The client must discard the
  /// metadata.
  public static var insecureTokenEndpoint: Fault {
    Fault { $0.metadata = { metadata, _ in metadata["token_endpoint"] = "http://192.0.2.1/token" } }
  }
  /// The metadata names an authorization endpoint with the scheme `file`. The client must not open it.
  public static var fileAsAuthorizationEndpoint: Fault {
    Fault {
      $0.metadata = { metadata, _ in metadata["authorization_endpoint"] = "file:///etc/passwd" }
    }
  }
  /// The token response has no ID token, although the request has the scope `openid`. The client must refuse
  /// it.
  public static var missingIDToken: Fault { reply { $0["id_token"] = nil } }
  /// The token response has no access token.
  public static var missingAccessToken: Fault { reply { $0["access_token"] = nil } }
  /// The access token contains a line break, which would end a header field. The client must refuse it.
  public static var lineBreakInAccessToken: Fault {
    reply { $0["access_token"] = "at\r\nX-Injected: yes" }
  }
  /// The token response has no `expires_in`, which is allowed. The client must accept it.
  public static var missingExpiresIn: Fault { reply { $0["expires_in"] = nil } }
  /// The token response has no `scope`, which means the requested scopes.
  public static var missingScope: Fault { reply { $0["scope"] = nil } }
  /// `token_type` is `bEARER` or `dPoP`, which is allowed. The client must accept it.
  public static var oddTokenType: Fault {
    reply { reply in
      reply["token_type"] =
        reply["token_type"]?.stringValue?.lowercased() == "dpop"
        ? "dPoP" : "bEARER"
    }
  }
  /// The refreshed ID token is from another issuer. The client must refuse it.
  public static var refreshedTokenOfAnotherIssuer: Fault {
    Fault {
      $0.refreshedIDToken = { claims, site in claims["iss"] = .string(site.issuer + "/other") }
    }
  }
  /// The refreshed ID token is about another user. The client must refuse it.
  public static var refreshedTokenOfAnotherUser: Fault {
    Fault { $0.refreshedIDToken = { claims, _ in claims["sub"] = "u-mallory-0000" } }
  }
  /// The refreshed ID token's `aud` is another client. The client must refuse it.
  public static var refreshedTokenOfAnotherClient: Fault {
    Fault { $0.refreshedIDToken = { claims, _ in claims["aud"] = "another-client" } }
  }
  /// The refreshed ID token is of an authentication before the one of the sign-in. The client must refuse it.
  public static var refreshedTokenOfAnEarlierSignIn: Fault {
    Fault {
      $0.refreshedIDToken = { claims, site in claims["auth_time"] = site.date(after: -86_400) }
    }
  }
  /// The refreshed ID token has one bit of its signature inverted. The client must refuse it.
  public static var refreshedTokenWithCorruptSignature: Fault {
    Fault { $0.refreshedSignature = .corrupt }
  }
  /// The userinfo response is about another user. The client must not use it.
  public static var userInfoOfAnotherUser: Fault {
    Fault { $0.userInfo = { claims, _ in claims["sub"] = "u-mallory-0000" } }
  }

  /// `registration_client_uri` is on another origin. The client must not send the registration access token
  /// there.
  public static var registrationElsewhere: Fault {
    Fault {
      $0.registration = { reply, site in
        reply["registration_client_uri"] = .string(site.elsewhere + "/register/1")
      }
    }
  }
  /// The registered redirect URI and authentication method differ from the requested ones. The client must
  /// detect it.
  public static var changedRegistration: Fault {
    Fault {
      $0.registration = { reply, _ in
        reply["redirect_uris"] = ["https://other.example/cb"]
        reply["token_endpoint_auth_method"] = "client_secret_post"
      }
    }
  }

  private static func reply(
    name: String = #function, _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Fault {
    Fault(name) { $0.tokenReply = { reply, _ in change(&reply) } }
  }
}
