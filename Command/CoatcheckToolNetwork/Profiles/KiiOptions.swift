// SPDX-License-Identifier: Apache-2.0
import CoatcheckKii
import ArgumentParser
import CoatcheckClient

/// The options of Kii Cloud. A token is read from a file, because every user of the machine can read
/// the arguments.
struct KiiOptions: ParsableArguments, SignInOptionGroup, Sendable {
  @Option(help: ArgumentHelp("The app's id.", valueName: "id"))
  var appID: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the app's key on one line; - is standard input.", valueName: "file"))
  var appKeyFile: String?

  @Option(help: "The site of the app: us, unless given, jp, sg, eu, cn or cn3.")
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
      "With --token-file: when the token expires: 2030-01-31T12:00:00Z, or seconds since 1970.",
      valueName: "time"))
  var tokenExpiresAt: String?

  @Option(
    help: ArgumentHelp(
      "With --username: the lifetime of the access token.", valueName: "seconds"))
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

  var uses: [OptionUse] {
    [
      OptionUse("--app-id", appID, for: [.kii]),
      OptionUse("--app-key-file", file: appKeyFile, for: [.kii]),
      OptionUse("--site", site?.rawValue, for: [.kii]),
      OptionUse("--token-file", file: tokenFile, for: [.kii]),
      // Not repeated by the next sign-in: the token in the file has expired by then.
      OptionUse("--refresh-token-file", file: refreshTokenFile, repeats: false, for: [.kii]),
      OptionUse("--token-expires-at", tokenExpiresAt, repeats: false, for: [.kii]),
      OptionUse("--lifetime", lifetime.map(String.init), for: [.kii]),
    ]
  }
}
