// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation
public import CoatcheckIDaaSProtocol
import CoatcheckJOSE

/// The figures the server decides by. Lifetimes are in seconds.
public struct IDaaSSettings: Sendable {
  /// The tenant's origin: `https://tenant.example`, or loopback http in tests.
  public var origin: String

  /// How long a login waits for its user. 600 s, at most 1,800.
  public var stateLifetime: TimeInterval = 600
  /// How long a captcha challenge may take. 120 s, at most 300.
  public var challengeLifetime: TimeInterval = 120
  /// How many tries a proof of work takes on average, to begin with. 50,000.
  public var workCost = 50_000
  /// Which captchas applications may offer: the slider always, as pages begin with it, and the work of the device.
  public var captchaKinds: Set<CaptchaKind> = [.slider, .proofOfWork]
  /// How often captchas are given out and tried.
  public var captchas = CaptchaLimits()
  /// The lifetime of the proof of a captcha. 180 s, at most 300.
  public var captchaLifetime: TimeInterval = 180
  /// The lifetime of a code. 300 s, at most 600.
  public var codeLifetime: TimeInterval = 300
  /// How many digits a code has. 6.
  public var codeLength = 6
  /// How many tries a code stands. 5.
  public var codeTries = 5
  /// How long to wait before the next code. 60 s.
  public var resendAfter: TimeInterval = 60
  /// How many codes a number or address gets in an hour. 5.
  public var sendsPerHour = 5
  /// How many codes a number or address gets in a day. 10.
  public var sendsPerDay = 10
  /// How many codes an installation asks for in an hour. 20.
  public var sendsPerDevice = 20
  /// How many codes an address of the network asks for in an hour. 60.
  public var sendsPerSource = 60
  /// How many codes go to numbers with the same first digits (all but four) in an hour. 30.
  public var sendsPerPrefix = 30
  /// How many codes an application without a figure of its own sends in an hour. 1,000.
  public var sendsPerApplication = 1_000
  /// How many codes are sent in an hour altogether. 2,000.
  public var sendsAltogether = 2_000
  /// How many wrong codes a number or address stands in a day. 30, at most 100.
  public var wrongCodesPerDay = 30
  /// How often an identity of a social network may sign in in an hour. 30.
  public var loginsPerIdentity = 30
  /// How many passwords an address of the network tries in an hour. 300.
  public var passwordsPerSource = 300
  /// The lifetime of an ID token. 7,200 s, at most 86,400.
  public var idTokenLifetime: TimeInterval = 7_200
  /// How long a session may lie unused. 432,000 s.
  public var sessionIdle: TimeInterval = 432_000
  /// How long a session lives, however often it is refreshed. 30 days.
  public var sessionAbsolute: TimeInterval = 30 * 86_400
  /// How long a session token that was replaced still gets the same answer. 60 s.
  public var replayWindow: TimeInterval = 60
  /// How long a user may have been away before the code alone does not open the account. 180 days.
  public var dormantAfter: TimeInterval = 180 * 86_400
  /// How long a page waits for its user, when no login is waiting. 600 s.
  public var pageLifetime: TimeInterval = 600
  /// How long after signing in a user need not prove anything else before changing an account. 600 s.
  public var freshFor: TimeInterval = 600
  /// How many sign-ins an address of the network may begin in ten minutes. 300.
  public var startsPerSource = 300
  /// How many themes an address of the network may deposit in ten minutes. 300.
  public var themesPerSource = 300
  /// How many notices of a social network are processed from an address of the network in an hour. 600.
  public var noticesPerSource = 600
  /// How many notices about one user are processed in an hour. 6.
  public var noticesPerUser = 6
  /// How long a social network may take. 5 s.
  public var upstreamDeadline: Duration = .seconds(5)
  /// What ID tokens are signed with. RS256, which the vendor's clients expect; ES256 costs the server less,
  /// and the clients of this package take both.
  public var idTokenAlgorithm = IDTokenAlgorithm.rs256
  /// Whether ID tokens say who the user is a second time, as a JSON text in the claim `api`: the vendor's
  /// clients read it there.
  public var writesAPIClaim = true
  /// Whether "too often" is status 429; the document's status unless set: 500 for `COMMON.1008`, 400 for other codes.
  public var saysTooManyRequests = false
  /// Whether the outbox, the theme preview and their like are served. Never on a server that is open to
  /// all users.
  public var isDevelopment = false

  /// The figures for a tenant.
  public init(origin: String) { self.origin = origin }

  /// The issuer of ID tokens: `https://{tenant}/api/v1/oauth2`.
  public var issuer: String { origin + "/api/v1/oauth2" }

  /// The algorithms of the ID tokens that are taken back: the present one first, and RS256, with which tokens were signed
  /// before another one was chosen.
  var readAlgorithms: [SignatureAlgorithm] {
    idTokenAlgorithm == .rs256 ? [.rs256] : [idTokenAlgorithm.signature, .rs256]
  }
}
