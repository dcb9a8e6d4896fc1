// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand

/// One line of the file of places: whose credentials a place gets, and in which form.
///
/// ```
/// https://git.example  main  username=oauth2
/// ```
public struct PlaceRule: Sendable, Equatable {
  /// Where the credentials go.
  public let place: Place
  /// The name of the account.
  public let account: String
  /// In which form.
  public let form: CredentialForm

  /// A rule.
  ///
  /// - Throws: A usage failure when the account's name cannot stand in a line.
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

  /// Reads a line; nil when it has no rule.
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

  /// The line.
  public var line: String {
    ([place.description, account] + form.options).joined(separator: " ")
  }
}
