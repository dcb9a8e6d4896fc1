// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckOCLC
import ArgumentParser

/// How else than on a page the token endpoint can be asked.
struct GrantOptions: ParsableArguments, Sendable {
  @Flag(help: "Sign in the client itself, without a user: its id and secret are enough.")
  var clientCredentials = false

  /// Whom the options are for.
  var uses: [OptionUse] {
    [OptionUse("--client-credentials", clientCredentials, for: [.oclc, .nx])]
  }

  /// The options as they were given.
  var words: [String] { clientCredentials ? ["--client-credentials"] : [] }
}
