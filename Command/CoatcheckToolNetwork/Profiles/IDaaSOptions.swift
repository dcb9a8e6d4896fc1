// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import ArgumentParser

/// What only the identity service wants to know.
struct IDaaSOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The tenant: https:// and its host.", valueName: "url"))
  var domain: String?

  @Option(
    help: ArgumentHelp(
      "The language of pages and messages: zh-CN, zh-TW or en. Without it, the tenant's own.",
      valueName: "language"))
  var language: String?

  /// Whom the options are for.
  var uses: [OptionUse] {
    [
      OptionUse("--domain", domain != nil, for: [.idaas]),
      OptionUse("--language", language != nil, for: [.idaas]),
    ]
  }

  /// The options as they were given.
  var words: [String] {
    SignInOption.words("--domain", domain) + SignInOption.words("--language", language)
  }
}
