// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import ArgumentParser

/// What only OCLC wants to know.
struct OCLCOptions: ParsableArguments, Sendable {
  /// Which of OCLC's two generations of endpoints is asked.
  enum Endpoints: String, ExpressibleByArgument, CaseIterable {
    /// The older: requests are signed with the WSKey.
    case wskey
    /// The newer: ordinary OAuth 2.0.
    case oauth
  }

  @Option(
    help: ArgumentHelp(
      "The registry id of the institution that signs the user in; without it, OCLC asks.",
      valueName: "id"))
  var authenticatingInstitution: String?

  @Option(
    help: ArgumentHelp(
      "The registry id of the institution whose data is wanted.", valueName: "id"))
  var contextInstitution: String?

  @Option(
    help: ArgumentHelp(
      "An authentication.plist, or JSON with the same keys, in place of the other options.",
      valueName: "file"))
  var configuration: String?

  @Option(help: "The generation of endpoints: wskey, unless given, or oauth.")
  var endpoints: Endpoints?

  @Flag(help: "Requests are signed with the client's secret instead of carrying the token.")
  var signRequests = false

  /// Whom the options are for.
  var uses: [OptionUse] {
    [
      OptionUse(
        "--authenticating-institution", authenticatingInstitution != nil, for: [.oclc]),
      OptionUse("--context-institution", contextInstitution != nil, for: [.oclc]),
      OptionUse("--configuration", configuration != nil, for: [.oclc]),
      OptionUse("--endpoints", endpoints != nil, for: [.oclc]),
      OptionUse("--sign-requests", signRequests, for: [.oclc]),
    ]
  }

  /// The options as they were given, with whole paths.
  var words: [String] {
    SignInOption.words("--configuration", configuration.map(SignInOption.path))
      + SignInOption.words("--authenticating-institution", authenticatingInstitution)
      + SignInOption.words("--context-institution", contextInstitution)
      + SignInOption.words("--endpoints", endpoints?.rawValue)
      + (signRequests ? ["--sign-requests"] : [])
  }
}
