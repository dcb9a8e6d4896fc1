// SPDX-License-Identifier: Apache-2.0
import CoatcheckKii
import CoatcheckNXOAuth2Client
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// A user's name and password, for providers that take no browser.
struct PasswordOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Who signs in, with a password, which is asked at the terminal. Not for providers with a page of their own.",
      valueName: "name"))
  var username: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the password on one line; - is standard input.", valueName: "file"))
  var passwordFile: String?

  /// Whom the options are for.
  var uses: [OptionUse] {
    [
      OptionUse("--username", username != nil, for: [.kii, .nx]),
      OptionUse("--password-file", passwordFile != nil, for: [.kii, .nx]),
    ]
  }

  /// The options as they were given, with whole paths.
  var words: [String] {
    SignInOption.words("--username", username)
      + SignInOption.words("--password-file", passwordFile.map(SignInOption.path))
  }

  /// Looks for a password without a user, and for a user without a name.
  func check() throws {
    guard passwordFile == nil || username != nil else {
      throw ValidationError("--password-file needs --username")
    }
    guard username?.isEmpty != true else { throw ValidationError("--username is empty") }
  }

  /// The password: from the file, else from the user.
  func password(of username: String, at place: String, asking prompt: UserPrompt) async throws
    -> Secret
  {
    if let passwordFile {
      return try SignInOption.secret(in: passwordFile, named: "password")
    }
    return try await prompt.secret("password of \(UntrustedText.printable(username)) at \(place)")
  }
}
