// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import ArgumentParser

/// The options of the identity service.
struct IDaaSOptions: ParsableArguments, SignInOptionGroup, Sendable {
  @Option(help: ArgumentHelp("The tenant: https:// and its host.", valueName: "url"))
  var domain: String?

  @Option(
    help: ArgumentHelp(
      "The language of pages and messages: zh-CN, zh-TW or en. Without it, the tenant's own.",
      valueName: "language"))
  var language: String?

  var uses: [OptionUse] {
    [
      OptionUse("--domain", domain, for: [.idaas]),
      OptionUse("--language", language, for: [.idaas]),
    ]
  }
}
