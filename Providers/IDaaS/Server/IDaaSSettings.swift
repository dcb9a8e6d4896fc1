// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation
public import CoatcheckIDaaSProtocol
import CoatcheckJOSE

/// The limits and lifetimes of the server. Lifetimes are in seconds.
public struct IDaaSSettings: Sendable {
  /// The tenant's origin: `https://tenant.example`, or loopback http in tests.
  public var origin: String

  /// The lifetime of a pending login, at most 1,800 seconds. The default is 600.
  public var stateLifetime: TimeInterval = 600
  /// The lifetime of a captcha challenge, at most 300 seconds. The default is 120.
  public var challengeLifetime: TimeInterval = 120
  /// The initial cost of a proof of work: the average number of attempts. The default is 50,000.
  public var workCost = 50_000
  /// The captchas that applications may offer: always the slider, with which pages begin, and the
  /// computation of the device.
  public var captchaKinds: Set<CaptchaKind> = [.slider, .proofOfWork]
  /// The limits for captchas that are requested and solved.
  public var captchas = CaptchaLimits()
  /// The lifetime of the proof of a captcha, at most 300 seconds. The default is 180.
  public var captchaLifetime: TimeInterval = 180
  /// The lifetime of a code, at most 600 seconds. The default is 300.
  public var codeLifetime: TimeInterval = 300
  /// The number of digits of a code. The default is 6.
  public var codeLength = 6
  /// The number of attempts that a code permits, from 1 to 10. The default is 5.
  public var codeTries = 5
  /// The time in seconds before the next code can be requested. The default is 60.
  public var resendAfter: TimeInterval = 60
  /// The maximum number of codes that are sent to a phone number or e-mail address in an hour.
  /// The default is 5.
  public var sendsPerHour = 5
  /// The maximum number of codes that are sent to a phone number or e-mail address in a day.
  /// The default is 10.
  public var sendsPerDay = 10
  /// The maximum number of codes that an installation can request in an hour. The default is 20.
  public var sendsPerDevice = 20
  /// The maximum number of codes that can be requested from an IP address in an hour. The default is 60.
  public var sendsPerSource = 60
  /// The maximum number of codes that are sent in an hour to numbers with the same first digits (all but
  /// four). The default is 30.
  public var sendsPerPrefix = 30
  /// The maximum number of codes that an application without its own limit sends in an hour.
  /// The default is 1,000.
  public var sendsPerApplication = 1_000
  /// The maximum number of codes that the server sends in an hour. The default is 2,000.
  public var sendsAltogether = 2_000
  /// The maximum number of wrong codes for a phone number or e-mail address in a day, at most 100. The
  /// default is 30.
  public var wrongCodesPerDay = 30
  /// The maximum number of logins of an identity at a social network in an hour. The default is 30.
  public var loginsPerIdentity = 30
  /// The maximum number of passwords that can be entered from an IP address in an hour.
  /// The default is 300.
  public var passwordsPerSource = 300
  /// The lifetime of an ID token, at most 86,400 seconds. The default is 7,200.
  public var idTokenLifetime: TimeInterval = 7_200
  /// The time in seconds after which an unused session expires. The default is 432,000 (5 days).
  public var sessionIdle: TimeInterval = 432_000
  /// The maximum lifetime of a session in seconds, however often it is refreshed. The default is 2,592,000
  /// (30 days).
  public var sessionAbsolute: TimeInterval = 30 * 86_400
  /// The time in seconds in which a replaced session token still gets the same response.
  /// The default is 60.
  public var replayWindow: TimeInterval = 60
  /// The time in seconds after which a code alone no longer opens the account of a user who was not seen.
  /// The default is 15,552,000 (180 days).
  public var dormantAfter: TimeInterval = 180 * 86_400
  /// The lifetime of a hosted page in seconds, when no login is pending. The default is 600.
  public var pageLifetime: TimeInterval = 600
  /// The time in seconds after a sign-in in which a user can change the account without a code. The
  /// default is 600.
  public var freshFor: TimeInterval = 600
  /// The maximum number of sign-ins that can begin from an IP address in ten minutes. The default is 300.
  public var startsPerSource = 300
  /// The maximum number of themes that can be pushed from an IP address in ten minutes.
  /// The default is 300.
  public var themesPerSource = 300
  /// The maximum number of notices of a social network that are processed from an IP address in an hour.
  /// The default is 600.
  public var noticesPerSource = 600
  /// The maximum number of notices about one user that are processed in an hour. The default is 6.
  public var noticesPerUser = 6
  /// The maximum time of a request to a social network. The default is 5 seconds.
  public var upstreamDeadline: Duration = .seconds(5)
  /// The signature algorithm of ID tokens. RS256 is the default, which the vendor's clients require; ES256
  /// costs the server less, and the clients of this package accept both.
  public var idTokenAlgorithm = IDTokenAlgorithm.rs256
  /// Whether ID tokens repeat the claims about the user as a JSON text in the claim `api`, where the
  /// vendor's clients read them.
  public var writesAPIClaim = true
  /// Whether a request above a limit is answered with status 429; otherwise with the status of the
  /// vendor's documentation: 500 for `COMMON.1008`, 400 for other codes.
  public var saysTooManyRequests = false
  /// Whether the outbox, the theme preview and other development pages are served. Never enable this on a
  /// server that is open to all users.
  public var isDevelopment = false

  /// Creates the default settings of a tenant.
  ///
  /// - Parameter origin: The tenant's origin without a slash at its end: `https://tenant.example`, or
  ///   loopback http in tests.
  public init(origin: String) { self.origin = origin }

  /// The issuer identifier of the ID tokens: `https://{tenant}/api/v1/oauth2`.
  public var issuer: String { origin + "/api/v1/oauth2" }

  /// The algorithms of ID tokens that are accepted: the configured one first, and RS256, by which older
  /// tokens were signed before another one was configured.
  var readAlgorithms: [SignatureAlgorithm] {
    idTokenAlgorithm == .rs256 ? [.rs256] : [idTokenAlgorithm.signature, .rs256]
  }
}
