// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The figures an issuer decides by.
///
/// Every property but the issuer has a default that is right for one machine.
/// Lifetimes are in seconds.
public struct IssuerSettings: Sendable {
  /// The issuer identifier: published, put into every token, compared character by character.
  public private(set) var issuer: Issuer

  /// How long an authorization code may wait for its exchange. 60 s.
  ///
  /// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2) recommends ten minutes
  /// at most; a client that is still there needs a second.
  public var codeLifetime: TimeInterval = 60

  /// The lifetime of an access token, unless its client has another. 600 s.
  ///
  /// A resource server that verifies tokens offline accepts a revoked one for this long.
  public var accessTokenLifetime: TimeInterval = 600

  /// How long an ID token may be accepted after it was made. 600 s.
  public var idTokenLifetime: TimeInterval = 600

  /// How long a refresh token may lie unused. 14 days.
  public var refreshIdle: TimeInterval = 14 * 86_400

  /// How long a family of refresh tokens lives from its sign-in, however often it is rotated. 90
  /// days.
  public var refreshAbsolute: TimeInterval = 90 * 86_400

  /// How long a rotated refresh token still answers with the same successor. 30 s.
  ///
  /// The window covers a reply lost on the way, and a client that was stopped before it had stored the
  /// reply: three tries of ten seconds each, or a program that is started again. The first use of the
  /// successor closes it.
  public var grace: TimeInterval = 30

  /// How long a user may take over the sign-in and consent pages. One hour.
  public var interactionLifetime: TimeInterval = 3600

  /// How long a browser stays signed in. 12 hours.
  public var loginLifetime: TimeInterval = 12 * 3600

  /// How long a pushed request may wait for its browser. 60 s.
  ///
  /// [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2): "relatively short (e.g., between
  /// 5 and 600 seconds)".
  public var pushedRequestLifetime: TimeInterval = 60

  /// The lifetime of a device's codes. Ten minutes.
  public var deviceLifetime: TimeInterval = 600

  /// How many seconds a device leaves between two questions. 5.
  public var deviceInterval = 5

  /// How many requests for codes one address may make for one client within ``attemptWindow``. 100.
  public var deviceRequests = 100

  /// How many requests one address may push for one public client within ``attemptWindow``. 100.
  public var pushedRequests = 100

  /// How many pushed requests of one client are kept at a time, for about an hour each. 10 000.
  public var keptPushedRequests = 10_000

  /// How many codes of devices one address may type within ``attemptWindow``. 10.
  public var userCodeAttempts = 10

  /// How many wrong client secrets one address may send for one client within ``attemptWindow``.
  /// 20.
  public var secretAttempts = 20

  /// How many unknown codes one address may send for one client within ``attemptWindow``. 100.
  public var codeAttempts = 100

  /// How many passwords one address may try for one user within ``attemptWindow``. 10.
  public var passwordAttempts = 10

  /// How many passwords may be tried for one user from everywhere within ``attemptWindow``. 100.
  public var passwordAttemptsFromAnywhere = 100

  /// How many wrong passwords one address may send within ``attemptWindow``, whatever the names. 100.
  public var passwordAttemptsFromAddress = 100

  /// The window in which attempts are counted. 15 minutes.
  public var attemptWindow: TimeInterval = 900

  /// Who may register clients. Registration is closed unless another value is set.
  public var registration = RegistrationPolicy()

  /// The identifiers of users who may administer through a client. No other user's tokens get the scope
  /// `coatcheck.admin`, whatever the user approves. None unless set.
  public var administrators: Set<String> = []

  /// Whether proofs of keys must hold a nonce of this issuer
  /// ([RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8)). Clients' clocks matter less
  /// then, and proofs cannot be made in advance; each client sends its first request twice.
  public var proofNonces = ProofNonces.unused

  /// What the assertions of clients may name as their audience. The issuer's identifier alone, unless
  /// said otherwise: else another server could collect them.
  public var assertionAudiences = ClientAssertionRules.Audiences.issuerOnly

  /// Whether proofs of keys must hold a nonce.
  public enum ProofNonces: Sendable {
    /// No nonce is given out, and one that is there is not looked at.
    case unused
    /// A proof without a current nonce is refused, and the answer brings one.
    case required
  }

  /// The audience of access tokens: the API they are for. The issuer itself unless set.
  public var audience: String

  /// Starts from the defaults.
  ///
  /// - Parameter issuer: `https`, or `http` on a loopback address.
  /// - Throws: `misused` when the identifier ends with a slash: `https://id.example` and
  ///   `https://id.example/` would be two issuers that users cannot tell apart.
  public init(issuer: Issuer) throws(OAuthError) {
    guard !issuer.text.hasSuffix("/") else {
      throw .misused("issuer", "An issuer identifier must not end with a slash.")
    }
    self.issuer = issuer
    self.audience = issuer.text
  }

  /// The same figures for another issuer; the audience is the other issuer as well, if it was this one.
  ///
  /// - Throws: As ``init(issuer:)``.
  package func moved(to issuer: Issuer) throws(OAuthError) -> IssuerSettings {
    var moved = self
    let usual = try IssuerSettings(issuer: issuer)
    moved.issuer = issuer
    if audience.utf8.elementsEqual(self.issuer.text.utf8) { moved.audience = usual.audience }
    return moved
  }
}
