// SPDX-License-Identifier: Apache-2.0
import CoatcheckKii
import CoatcheckNXOAuth2Client
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// A user's name and password, for providers without a sign-in page.
struct PasswordOptions: ParsableArguments, SignInOptionGroup, Sendable {
  @Option(
    help: ArgumentHelp(
      "The user to sign in with a password, which is read at the terminal. Not for providers with a sign-in page.",
      valueName: "name"))
  var username: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the password on one line; - is standard input.", valueName: "file"))
  var passwordFile: String?

  var uses: [OptionUse] {
    [
      OptionUse("--username", username, for: [.kii, .nx]),
      OptionUse("--password-file", file: passwordFile, for: [.kii, .nx]),
    ]
  }

  /// Checks that a password has a user, and that the user has a name.
  func check() throws {
    guard passwordFile == nil || username != nil else {
      throw ValidationError("--password-file needs --username")
    }
    guard username?.isEmpty != true else { throw ValidationError("--username is empty") }
  }

  /// The password: from the file, else from a prompt.
  func password(of username: String, at place: String, asking prompt: UserPrompt) async throws
    -> Secret
  {
    if let passwordFile {
      return try SignInOption.secret(in: passwordFile, named: "password")
    }
    return try await prompt.secret("password of \(UntrustedText.printable(username)) at \(place)")
  }
}
