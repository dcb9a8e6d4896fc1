// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import CoatcheckFoundation

/// A sign-in that a web server began for one browser, and that only this browser can finish.
///
/// A `state` alone does not ensure that: if the store of pending sign-ins is shared by all browsers, an
/// attacker can begin a sign-in and make another user's browser finish it. So the browser gets a cookie, and
/// the server stores the cookie's hash with the sign-in:
///
/// ```swift
/// let (bound, cookie) = BoundTransaction.bind(attempt.transaction, environment: .live)
/// store[bound.state] = bound.json          // and set the cookie: bound.field(for: cookie)
/// …
/// let kept = try BoundTransaction(json: stored)
/// let reply = try kept.transaction(in: cookie).reply(from: callback, at: now)
/// ```
///
/// [RFC 6749 §10.12](https://www.rfc-editor.org/rfc/rfc6749#section-10.12): the value is one "that binds the
/// request to the user-agent's authenticated state".
public struct BoundTransaction: Sendable {
  /// The name of the cookie. Browsers accept a cookie with the prefix `__Host-` from this host only, and
  /// only over TLS.
  public static let cookieName = "__Host-coatcheck-sign-in"

  private let transaction: AuthorizationTransaction
  /// The hash of the cookie's value. The value cannot be derived from it.
  private let digest: String

  /// The key to store the sign-in under: the hash of its `state`, in hexadecimal.
  public var state: String { Self.digest(of: transaction.state) }

  /// Binds a sign-in that has just begun to the browser that began it.
  ///
  /// - Parameters:
  ///   - transaction: The sign-in.
  ///   - environment: The random generator.
  /// - Returns: What the server stores, and the value of the cookie, which it does not store.
  public static func bind(
    _ transaction: AuthorizationTransaction, environment: RuntimeEnvironment
  ) -> (bound: BoundTransaction, cookie: Secret) {
    let cookie = Secret(environment.token())
    return (BoundTransaction(transaction: transaction, digest: digest(of: cookie)), cookie)
  }

  private init(transaction: AuthorizationTransaction, digest: String) {
    self.transaction = transaction
    self.digest = digest
  }

  /// The key under which the sign-in of a callback was stored.
  ///
  /// - Parameter state: The parameter `state` of the callback.
  /// - Returns: The hash of the state, in hexadecimal: equal to the property `state` of the sign-in that
  ///   sent it.
  public static func state(_ state: String) -> String { digest(of: Secret(state)) }

  private static func digest(of secret: Secret) -> String {
    Fingerprint.hex(of: Array(secret.reveal().utf8))
  }

  /// Returns the sign-in, if this is the browser that began it.
  ///
  /// - Parameter cookie: The value of the browser's cookie ``cookieName``; nil when it has none.
  /// - Throws: `unreadable`, ``OAuthError/Code/stateMismatch``, when the browser has no such cookie or
  ///   another one. No token request may be sent then: PKCE does not prevent this attack.
  public func transaction(in cookie: Secret?) throws(OAuthError) -> AuthorizationTransaction {
    guard let cookie, Secret(Self.digest(of: cookie)).matches(Secret(digest)) else {
      throw .unreadable(
        .stateMismatch, "This sign-in was begun in another browser.", parameter: "state")
    }
    return transaction
  }

  /// The value of the `Set-Cookie` field for the response that redirects the browser to the authorization
  /// server.
  ///
  /// - Parameter cookie: The value of the cookie, from ``bind(_:environment:)``.
  public func field(for cookie: Secret) -> String {
    // Browsers send no `SameSite=Lax` cookie with a form that a page of another site posts.
    let site = transaction.responseMode.place == .form ? "None" : "Lax"
    return "\(Self.cookieName)=\(cookie.reveal()); Path=/; Max-Age="
      + "\(Int(AuthorizationTransaction.lifetime)); Secure; HttpOnly; SameSite=\(site)"
  }

  /// What the server stores until the callback arrives. It holds the state, the nonce and the code
  /// verifier: store it where secrets are stored.
  public var json: JSONObject {
    ["transaction": .object(transaction.json), "cookie": .string(digest)]
  }

  /// Reads a stored sign-in.
  ///
  /// - Parameter json: What ``json`` returned when the sign-in began.
  /// - Throws: `unreadable`, ``OAuthError/Code/storeDamaged``, when a member is missing or invalid.
  public init(json: JSONObject) throws(OAuthError) {
    guard let stored = json["transaction"]?.objectValue, let digest = json["cookie"]?.stringValue,
      digest.utf8.count == 64
    else { throw .unreadable(.storeDamaged, "The stored sign-in cannot be read.") }
    self.init(transaction: try AuthorizationTransaction(json: stored), digest: digest)
  }
}

extension BoundTransaction: CustomStringConvertible, CustomReflectable {
  /// The issuer and the client.
  public var description: String {
    "BoundTransaction(\(transaction.issuer), \(transaction.clientID))"
  }
  /// The issuer and the client.
  public var customMirror: Mirror { Mirror(self, children: ["transaction": description]) }
}
