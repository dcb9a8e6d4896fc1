// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckOCLC
import ArgumentParser

/// The grants without a sign-in page.
struct GrantOptions: ParsableArguments, SignInOptionGroup, Sendable {
  @Flag(help: "Use the client credentials grant, without a user.")
  var clientCredentials = false

  var uses: [OptionUse] {
    [
      OptionUse("--client-credentials", clientCredentials, for: [.oclc, .nx])
    ]
  }
}
