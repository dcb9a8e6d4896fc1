// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand

/// One line of the user's list of places: which account's credentials a place gets, and in which form.
///
/// ```
/// https://git.example  main  username=oauth2
/// ```
public struct PlaceRule: Sendable, Equatable {
  /// The place that gets the credentials, with all paths below it.
  public let place: Place
  /// The name of the account.
  public let account: String
  /// The form of the credentials: the options of the line.
  public let form: CredentialForm

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - place: The place that gets the credentials.
  ///   - account: The name of the account. Whether it is stored is not checked.
  ///   - form: The form of the credentials.
  /// - Throws: A failure with `ExitStatus.usage` when the account's name is empty, or has white space or a
  ///   `#`, which cannot stand in a line.
  public init(_ place: Place, account: String, form: CredentialForm) throws(CommandFailure) {
    guard !account.isEmpty, !account.contains(where: { $0.isWhitespace || $0 == "#" }) else {
      throw CommandFailure(
        .usage, "an account with spaces in its name cannot be used by a place",
        hint: "rename it with: coatcheck accounts rename")
    }
    self.place = place
    self.account = account
    self.form = form
  }

  /// Reads a line; nil when it is blank or a comment.
  ///
  /// - Throws: A usage failure.
  init?(line: Substring) throws(CommandFailure) {
    let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
    guard let address = words.first else { return nil }
    guard words.count > 1 else {
      throw CommandFailure(.usage, "“\(UntrustedText.printable(String(address)))” has no account")
    }
    var form = CredentialForm()
    for option in words.dropFirst(2) { try form.set(String(option)) }
    try self.init(Place(String(address)), account: String(words[1]), form: form)
  }

  /// The rule as a line of the file, without the line break.
  public var line: String {
    ([place.description, account] + form.options).joined(separator: " ")
  }
}
