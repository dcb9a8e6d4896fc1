// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The lifetimes, limits and policies of an authorization server.
///
/// Every property except the issuer has a default that suits a server on one machine. Lifetimes are in
/// seconds.
public struct IssuerSettings: Sendable {
  /// The issuer identifier: published, put into every token, compared character by character.
  public private(set) var issuer: Issuer

  /// The lifetime of an authorization code, in seconds. 60 s.
  ///
  /// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2) recommends ten minutes
  /// at most; a client that is still there needs a second.
  public var codeLifetime: TimeInterval = 60

  /// The lifetime of an access token, unless its client has another. 600 s.
  ///
  /// A resource server that verifies tokens offline accepts a revoked one for this long.
  public var accessTokenLifetime: TimeInterval = 600

  /// The lifetime of an ID token (`exp` minus `iat`), in seconds. 600 s.
  public var idTokenLifetime: TimeInterval = 600

  /// How long a refresh token stays valid when it is not used, in seconds. 14 days.
  public var refreshIdle: TimeInterval = 14 * 86_400

  /// The lifetime of a family of refresh tokens from its sign-in, however often it is rotated, in seconds.
  /// 90 days.
  public var refreshAbsolute: TimeInterval = 90 * 86_400

  /// The grace period, in seconds: how long a refresh token that was rotated still gives the same
  /// successor. 30 s.
  ///
  /// The period covers a response that was lost on the way, and a client that was stopped before it stored
  /// the response: three attempts of ten seconds each, or a program that is started again. It ends with the
  /// first use of the successor. More than 60 s counts as 60 s.
  public var grace: TimeInterval = 30

  /// How long a user may take over the sign-in and consent pages, in seconds. One hour.
  public var interactionLifetime: TimeInterval = 3600

  /// The lifetime of a login session of a browser, in seconds. 12 hours.
  public var loginLifetime: TimeInterval = 12 * 3600

  /// The lifetime of the `request_uri` of a pushed authorization request, in seconds. 60 s.
  ///
  /// [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2): "relatively short (e.g., between
  /// 5 and 600 seconds)".
  public var pushedRequestLifetime: TimeInterval = 60

  /// The lifetime of a device code and its user code
  /// ([RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2)), in seconds. Ten minutes.
  public var deviceLifetime: TimeInterval = 600

  /// The polling interval of a device at the beginning, in seconds. 5.
  public var deviceInterval = 5

  /// The maximum number of device authorization requests of one address for one client within
  /// ``attemptWindow``. 100.
  public var deviceRequests = 100

  /// The maximum number of requests that one address may push for one public client within
  /// ``attemptWindow``. 100.
  public var pushedRequests = 100

  /// The maximum number of pushed requests of one client that are stored at a time, each for about an hour.
  /// 10,000.
  public var keptPushedRequests = 10_000

  /// The maximum number of user codes of devices that one address may send within ``attemptWindow``. 10.
  public var userCodeAttempts = 10

  /// The maximum number of wrong client secrets that one address may send for one client within
  /// ``attemptWindow``. 20.
  public var secretAttempts = 20

  /// The maximum number of unknown authorization codes that one address may send for one client within
  /// ``attemptWindow``. 100.
  public var codeAttempts = 100

  /// The maximum number of passwords that one address may try for one user within ``attemptWindow``. 10.
  public var passwordAttempts = 10

  /// The maximum number of passwords that all addresses together may try for one user within
  /// ``attemptWindow``. 100.
  public var passwordAttemptsFromAnywhere = 100

  /// The maximum number of wrong passwords that one address may send for all users together within
  /// ``attemptWindow``. 100.
  public var passwordAttemptsFromAddress = 100

  /// The length of the window in which attempts are counted, in seconds. 15 minutes.
  public var attemptWindow: TimeInterval = 900

  /// Who may register clients. Registration is closed unless another value is set.
  public var registration = RegistrationPolicy()

  /// The identifiers of users who may administer through a client. No other user's tokens get the scope
  /// `coatcheck.admin`, whatever the user approves. None unless set.
  public var administrators: Set<String> = []

  /// Whether DPoP proofs must hold a nonce of this server
  /// ([RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8)). Clients' clocks matter less then,
  /// and proofs cannot be made in advance; each client sends its first request twice. Not required unless
  /// set.
  public var proofNonces = ProofNonces.unused

  /// The values that are accepted as the audience (`aud`) of a client assertion
  /// ([RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3)). The issuer identifier alone unless set: with
  /// more values, another server could collect assertions that are valid here.
  public var assertionAudiences = ClientAssertionRules.Audiences.issuerOnly

  /// Whether DPoP proofs must hold a nonce.
  public enum ProofNonces: Sendable {
    /// No nonce is provided, and a nonce in a proof is ignored.
    case unused
    /// A proof without a current nonce is refused with `use_dpop_nonce`, and the response provides a nonce.
    case required
  }

  /// The audience (`aud`) of access tokens that no `resource` parameter restricts: the identifier of the
  /// API. The issuer identifier unless set.
  public var audience: String

  /// Creates settings with the defaults.
  ///
  /// - Parameter issuer: The issuer identifier: `https`, or `http` on a loopback address.
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
