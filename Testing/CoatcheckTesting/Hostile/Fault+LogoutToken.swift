// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Faults of the logout tokens of ``HostileProvider/logoutToken(about:session:)``. The client must answer each
/// with 400 and keep the session.
extension Fault {
  /// The logout token is unsigned.
  public static var unsignedLogoutToken: Fault { Fault { $0.logoutSignature = .none } }
  /// The logout token is signed with an algorithm that the client did not register.
  public static var otherAlgorithmOfLogoutToken: Fault {
    Fault { $0.logoutSignature = .otherAlgorithm }
  }
  /// One bit of the logout token's signature is wrong.
  public static var corruptLogoutToken: Fault { Fault { $0.logoutSignature = .corrupt } }
  /// The logout token has no `events`.
  public static var logoutTokenWithoutEvent: Fault { logout("events") { _ in nil } }
  /// The logout token has another event.
  public static var logoutTokenWithWrongEvent: Fault {
    logout("events") { _ in ["http://schemas.openid.net/event/frontchannel-logout": [:]] }
  }
  /// The logout token has a `nonce`, as an ID token does.
  public static var logoutTokenWithNonce: Fault { logout("nonce") { _ in "nonce-0123456789" } }
  /// The logout token is for another client.
  public static var logoutTokenForAnotherClient: Fault { logout("aud") { _ in "another-client" } }
  /// The logout token is from another issuer.
  public static var logoutTokenOfAnotherIssuer: Fault {
    logout("iss") { .string($0.issuer + "/other") }
  }
  /// The logout token names neither a user nor a session.
  public static var logoutTokenWithoutSubject: Fault {
    Fault {
      $0.logoutToken = { claims, _ in
        claims["sub"] = nil
        claims["sid"] = nil
      }
    }
  }
  /// The logout token was issued ten minutes ago and has expired.
  public static var oldLogoutToken: Fault {
    Fault {
      $0.logoutToken = { claims, site in
        claims["iat"] = site.date(after: -600)
        claims["exp"] = site.date(after: -480)
      }
    }
  }

  private static func logout(
    _ claim: String, name: String = #function,
    _ value: @escaping @Sendable (HostileSite) -> JSONValue?
  ) -> Fault {
    Fault(name) { $0.logoutToken = { claims, site in claims[claim] = value(site) } }
  }
}
