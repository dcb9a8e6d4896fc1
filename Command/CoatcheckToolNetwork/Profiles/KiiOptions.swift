// SPDX-License-Identifier: Apache-2.0
import CoatcheckKii
import ArgumentParser
import CoatcheckClient

/// What only Kii Cloud wants to know. No token is ever an argument, since every user of the machine can
/// read those.
struct KiiOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The app's id.", valueName: "id"))
  var appID: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the app's key on one line; - is standard input.", valueName: "file"))
  var appKeyFile: String?

  @Option(help: "Where the app lives: us, unless given, jp, sg, eu, cn or cn3.")
  var site: Site?

  @Option(
    help: ArgumentHelp(
      "A file that holds an access token on one line, in place of --username; - is standard input.",
      valueName: "file"))
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "With --token-file: a file that holds the refresh token on one line. Needs --token-expires-at.",
      valueName: "file"))
  var refreshTokenFile: String?

  @Option(
    help: ArgumentHelp(
      "With --token-file: when the token ends: 2030-01-31T12:00:00Z, or seconds since 1970.",
      valueName: "time"))
  var tokenExpiresAt: String?

  @Option(
    help: ArgumentHelp(
      "With --username: how long the access token shall last.", valueName: "seconds"))
  var lifetime: Int?

  /// The sites with a name.
  enum Site: String, ExpressibleByArgument, CaseIterable {
    case us, jp, sg, eu, cn, cn3

    var site: KiiSite {
      switch self {
      case .us: .us
      case .jp: .jp
      case .sg: .sg
      case .eu: .eu
      case .cn: .cn
      case .cn3: .cn3
      }
    }
  }

  /// Whom the options are for.
  var uses: [OptionUse] {
    [
      OptionUse("--app-id", appID != nil, for: [.kii]),
      OptionUse("--app-key-file", appKeyFile != nil, for: [.kii]),
      OptionUse("--site", site != nil, for: [.kii]),
      OptionUse("--token-file", tokenFile != nil, for: [.kii]),
      OptionUse("--refresh-token-file", refreshTokenFile != nil, for: [.kii]),
      OptionUse("--token-expires-at", tokenExpiresAt != nil, for: [.kii]),
      OptionUse("--lifetime", lifetime != nil, for: [.kii]),
    ]
  }

  /// The options that make the same sign-in possible again, with whole paths. A token that was read from
  /// a file is over by then.
  var words: [String] {
    SignInOption.words("--app-id", appID)
      + SignInOption.words("--app-key-file", appKeyFile.map(SignInOption.path))
      + SignInOption.words("--site", site?.rawValue)
      + SignInOption.words("--token-file", tokenFile.map(SignInOption.path))
      + SignInOption.words("--lifetime", lifetime.map(String.init))
  }
}
