// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer

/// The figures of the interface beside the issuer.
typealias TenantFigures = IDaaSSettings

extension TenantFigures {
  /// The usual figures, without an origin.
  static let usual = TenantFigures(origin: "")
}

extension ConfigurationRule {
  /// The interface's ID tokens are signed with the same keys.
  static let tenantLifetime = lifetime("tenantIdTokenLifetime") { configuration in
    configuration.tenant == nil ? 0 : configuration.tenantFigures.idTokenLifetime
  }
}

extension Setting {
  /// The settings for all applications of a tenant; those of one application are in the tenant's folder.
  static let tenant: [Setting] = tenantLifetimes + messages + captchas + sources

  private static let tenantLifetimes: [Setting] = [
    .seconds(
      "tenantIdTokenLifetime", \.tenantFigures.idTokenLifetime, "lifetime of an ID token",
      in: 1...86_400),
    .seconds(
      "tenantSessionIdle", \.tenantFigures.sessionIdle, "how long a session may lie unused"),
    .seconds(
      "tenantSessionAbsolute", \.tenantFigures.sessionAbsolute,
      "how long a session lives, however often it is refreshed"),
    .seconds(
      "tenantReplayWindow", \.tenantFigures.replayWindow,
      "how long a session token that was replaced still gets the same response"),
    .seconds(
      "tenantStateLifetime", \.tenantFigures.stateLifetime, "how long a login waits for its user",
      in: 1...1_800),
    .seconds(
      "tenantPageLifetime", \.tenantFigures.pageLifetime,
      "how long a page waits for its user, when no login is waiting", in: 1...3_600),
    .seconds(
      "tenantFreshFor", \.tenantFigures.freshFor,
      "how long after signing in a user need not prove anything else before changing an account"),
    .seconds(
      "tenantDormantAfter", \.tenantFigures.dormantAfter,
      "how long a user may have been away before the code alone does not open the account"),
    .duration(
      "tenantUpstreamDeadline", \.tenantFigures.upstreamDeadline,
      "how long a social network may take", [.live], in: 1...60),
    Setting(
      "tenantIdTokenAlgorithm", \.tenantFigures.idTokenAlgorithm,
      .word(IDTokenAlgorithm.allCases.map { ($0.rawValue, $0) }),
      "what ID tokens are signed with: clients of the vendor's expect RS256", [.live]),
    Setting(
      "tenantVendorClaim", \.tenantFigures.writesAPIClaim, .flag,
      "whether ID tokens say who the user is a second time, in the claim `api`", [.live]),
    Setting(
      "tenantTooManyRequests", \.tenantFigures.saysTooManyRequests, .flag,
      "whether “too often” is status 429 instead of that of the vendor's document", [.live]),
  ]

  private static let messages: [Setting] = [
    .count(
      "tenantSendsAltogether", \.tenantFigures.sendsAltogether,
      "codes that the tenant sends in an hour"),
    .count(
      "tenantSendsPerApplication", \.tenantFigures.sendsPerApplication,
      "codes that an application without `messages_per_hour` sends in an hour"),
    .count(
      "tenantSendsPerPrefix", \.tenantFigures.sendsPerPrefix,
      "codes to numbers with the same first digits, all but four, in an hour"),
    .count(
      "tenantSendsPerSource", \.tenantFigures.sendsPerSource,
      "codes that an address of the network requests in an hour"),
    .count(
      "tenantSendsPerDevice", \.tenantFigures.sendsPerDevice,
      "codes that an installation requests in an hour"),
    .count(
      "tenantSendsPerHour", \.tenantFigures.sendsPerHour,
      "codes that a number or address gets in an hour"),
    .count(
      "tenantSendsPerDay", \.tenantFigures.sendsPerDay,
      "codes that a number or address gets in a day"),
    .seconds(
      "tenantResendAfter", \.tenantFigures.resendAfter, "how long to wait before the next code",
      in: 1...3_600),
    .seconds(
      "tenantCodeLifetime", \.tenantFigures.codeLifetime, "lifetime of a code", in: 30...600),
    .count("tenantCodeLength", \.tenantFigures.codeLength, "digits of a code", in: 6...10),
    .count("tenantCodeTries", \.tenantFigures.codeTries, "tries that a code stands", in: 1...10),
    .count(
      "tenantWrongCodesPerDay", \.tenantFigures.wrongCodesPerDay,
      "wrong codes in a row that lock a number or address for the rest of a day", in: 1...100),
  ]

  private static let captchas: [Setting] = [
    Setting(
      "tenantCaptchaKinds", \.tenantFigures.captchaKinds, .captchaKinds,
      "the captchas that applications may offer; `slider` has to be there", [.live]),
    .seconds(
      "tenantChallengeLifetime", \.tenantFigures.challengeLifetime,
      "how long a captcha may take", in: 1...300),
    .seconds(
      "tenantCaptchaLifetime", \.tenantFigures.captchaLifetime,
      "lifetime of the proof of a captcha", in: 1...300),
    .count(
      "tenantWorkCost", \.tenantFigures.workCost,
      "tries that the work of a device takes on average, to begin with",
      in: 1...WorkChallenge.maximumCost),
    .count(
      "tenantWorkDoublings", \.tenantFigures.captchas.doublings,
      "how often the cost of that work doubles at most", in: 0...20),
    .count(
      "tenantWorkPerDevice", \.tenantFigures.captchas.workOfDevice,
      "work of an installation in an hour before its cost doubles, and again"),
    .count(
      "tenantWorkPerSource", \.tenantFigures.captchas.workFromSource,
      "work from an address of the network in an hour before its cost doubles, and again"),
    .count(
      "tenantPicturesPerDevice", \.tenantFigures.captchas.picturesOfDevice,
      "pictures for an installation in a minute"),
    .count(
      "tenantPicturesPerSource", \.tenantFigures.captchas.fromSource,
      "pictures for an address of the network in a minute, and answers from there"),
    .count(
      "tenantWrongSlidesPerDevice", \.tenantFigures.captchas.wrongOfDevice,
      "wrong places from an installation in a minute before it is locked"),
    .count(
      "tenantWrongSlidesPerSource", \.tenantFigures.captchas.wrongFromSource,
      "wrong places from an address of the network in a minute before it is locked"),
    .seconds(
      "tenantSlideLock", \.tenantFigures.captchas.lock, "how long pictures are locked then",
      in: 1...86_400),
  ]

  private static let sources: [Setting] = [
    .count(
      "tenantLoginsPerIdentity", \.tenantFigures.loginsPerIdentity,
      "sign-ins of one identity of a social network in an hour"),
    .count(
      "tenantPasswordsPerSource", \.tenantFigures.passwordsPerSource,
      "passwords that an address of the network tries in an hour"),
    .count(
      "tenantStartsPerSource", \.tenantFigures.startsPerSource,
      "sign-ins that an address of the network begins in ten minutes"),
    .count(
      "tenantThemesPerSource", \.tenantFigures.themesPerSource,
      "themes that an address of the network deposits in ten minutes"),
    .count(
      "tenantNoticesPerSource", \.tenantFigures.noticesPerSource,
      "notices of a social network from an address of the network in an hour"),
    .count(
      "tenantNoticesPerUser", \.tenantFigures.noticesPerUser,
      "notices of a social network about one user in an hour"),
  ]
}

extension SettingKind where Value == Set<CaptchaKind> {
  /// Kinds of captchas.
  fileprivate static var captchaKinds: Self {
    let kinds = SettingKind<[CaptchaKind]>.words(CaptchaKind.allCases.map { ($0.rawValue, $0) })
    return SettingKind(
      words: kinds.words,
      read: { reader, name in
        guard let set = try kinds.read(reader, name).map(Set.init) else { return nil }
        guard set.contains(.slider) else { throw reader.error(name, "must have slider") }
        return set
      },
      show: { kinds.show(CaptchaKind.allCases.filter($0.contains)) }, parse: kinds.parse)
  }
}
