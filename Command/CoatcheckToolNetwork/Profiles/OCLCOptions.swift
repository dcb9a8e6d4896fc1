// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import ArgumentParser

/// The options of OCLC.
struct OCLCOptions: ParsableArguments, SignInOptionGroup, Sendable {
  /// The generation of endpoints.
  enum Endpoints: String, ExpressibleByArgument, CaseIterable {
    /// The older: requests are signed with the WSKey.
    case wskey
    /// The newer: ordinary OAuth 2.0.
    case oauth
  }

  @Option(
    help: ArgumentHelp(
      "The registry id of the institution that authenticates the user; without it, OCLC's page asks for it.",
      valueName: "id"))
  var authenticatingInstitution: String?

  @Option(
    help: ArgumentHelp(
      "The registry id of the institution whose data is requested.", valueName: "id"))
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

  var uses: [OptionUse] {
    [
      OptionUse("--configuration", file: configuration, for: [.oclc]),
      OptionUse("--authenticating-institution", authenticatingInstitution, for: [.oclc]),
      OptionUse("--context-institution", contextInstitution, for: [.oclc]),
      OptionUse("--endpoints", endpoints?.rawValue, for: [.oclc]),
      OptionUse("--sign-requests", signRequests, for: [.oclc]),
    ]
  }
}
