// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation

/// What the metadata, the token endpoint and the userinfo endpoint say.
extension Fault {
  /// The metadata's `issuer` is another than was asked for. A client must use nothing of it.
  public static var metadataOfAnotherIssuer: Fault {
    Fault {
      $0.metadata = { metadata, site in metadata["issuer"] = .string(site.issuer + "/other") }
    }
  }
  /// The keys are somewhere else than usual, as the metadata says. It is right, and a client must ask there.
  public static var movedKeys: Fault {
    Fault {
      $0.metadata = { metadata, site in
        metadata["jwks_uri"] = .string(site.issuer + HostileService.movedKeys)
      }
    }
  }
  /// The metadata names a token endpoint on plain HTTP on another machine. A client must use nothing of it.
  public static var insecureTokenEndpoint: Fault {
    Fault { $0.metadata = { metadata, _ in metadata["token_endpoint"] = "http://192.0.2.1/token" } }
  }
  /// The metadata names an authorization endpoint that is not an address for a browser. A client must not
  /// open it.
  public static var fileAsAuthorizationEndpoint: Fault {
    Fault {
      $0.metadata = { metadata, _ in metadata["authorization_endpoint"] = "file:///etc/passwd" }
    }
  }
  /// The token reply has no ID token, which was asked for. A client must sign nobody in.
  public static var missingIDToken: Fault { reply { $0["id_token"] = nil } }
  /// The token reply has no access token.
  public static var missingAccessToken: Fault { reply { $0["access_token"] = nil } }
  /// The access token holds a line break, so that it would end a header field. A client must refuse it.
  public static var lineBreakInAccessToken: Fault {
    reply { $0["access_token"] = "at\r\nX-Injected: yes" }
  }
  /// The token reply has no `expires_in`. It is right, and a client must accept it.
  public static var missingExpiresIn: Fault { reply { $0["expires_in"] = nil } }
  /// The token reply has no `scope`. It is right, and means: what was asked for.
  public static var missingScope: Fault { reply { $0["scope"] = nil } }
  /// `token_type` is written in odd letters, `bEARER` or `dPoP`. It is right, and a client must accept it.
  public static var oddTokenType: Fault {
    reply { reply in
      reply["token_type"] =
        reply["token_type"]?.stringValue?.lowercased() == "dpop"
        ? "dPoP" : "bEARER"
    }
  }
  /// The ID token that comes with a refresh is another issuer's. A client must refuse it.
  public static var refreshedTokenOfAnotherIssuer: Fault {
    Fault {
      $0.refreshedIDToken = { claims, site in claims["iss"] = .string(site.issuer + "/other") }
    }
  }
  /// The ID token that comes with a refresh is about somebody else. A client must refuse it.
  public static var refreshedTokenOfAnotherUser: Fault {
    Fault { $0.refreshedIDToken = { claims, _ in claims["sub"] = "u-mallory-0000" } }
  }
  /// The userinfo endpoint answers about somebody else. A client must not use the answer.
  public static var userInfoOfAnotherUser: Fault {
    Fault { $0.userInfo = { claims, _ in claims["sub"] = "u-mallory-0000" } }
  }

  /// The registration says that its place is on another origin, which would get the registration access
  /// token. A client must not send it there.
  public static var registrationElsewhere: Fault {
    Fault {
      $0.registration = { reply, site in
        reply["registration_client_uri"] = .string(site.elsewhere + "/register/1")
      }
    }
  }
  /// What was registered is other than what was asked for: another redirect URI and another way to prove who
  /// the client is. A client must notice.
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
