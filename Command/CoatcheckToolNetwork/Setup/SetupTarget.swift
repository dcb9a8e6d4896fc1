// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import Foundation

/// What a program is set up for, and where its files are.
struct SetupTarget {
  /// The server, section or profile that the command line names.
  let argument: String?
  /// The account: its name.
  let account: String
  /// The program `coatcheck`, as other programs start it.
  let program: String
  /// Looks up an environment variable.
  let variable: (String) -> String?

  /// The argument.
  ///
  /// - Throws: A usage failure that says what it is.
  func required(_ what: String) throws(CommandFailure) -> String {
    guard let argument, !argument.isEmpty else {
      throw CommandFailure(.usage, "the argument is missing: \(what)")
    }
    return argument
  }

  /// A file in the user's home folder.
  func home(_ path: String) throws(CommandFailure) -> String {
    guard let home = variable("HOME"), home.hasPrefix("/") else {
      throw CommandFailure(.failure, "there is no folder for configuration files: HOME is not set")
    }
    return "\(home)/\(path)"
  }

  /// A file in the user's folder for configuration files.
  func configuration(_ path: String) throws(CommandFailure) -> String {
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return "\(folder)/\(path)"
    }
    return try home(".config/\(path)")
  }

  /// The value of a variable that is a path.
  func path(in name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The path that a variable names, else one in the user's home folder.
  func path(in name: String, orHome path: String) throws(CommandFailure) -> String {
    if let named = self.path(in: name) { return named }
    return try home(path)
  }

  /// The command line by which a program asks, for a shell.
  func command(_ words: [String]) -> String {
    ([program] + words).map(Self.quoted).joined(separator: " ")
  }

  /// The same for programs that split it at spaces, and know no quotes.
  ///
  /// - Throws: A failure when a word has a space.
  func plainCommand(_ words: [String]) throws(CommandFailure) -> String {
    guard ([program] + words).allSatisfy({ Self.quoted($0) == $0 }) else {
      throw CommandFailure(
        .failure, "the path of coatcheck has a space, which this program cannot have: \(program)")
    }
    return ([program] + words).joined(separator: " ")
  }

  /// A word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy {
      isalnum(Int32($0)) != 0 || "/._-+=:,@%".utf8.contains($0)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// The change by which a place gets the account's credentials; nothing if it does already.
  func mapping(_ place: Place) throws(CommandFailure) -> [SetupChange] {
    let file = try ConfigurationFile(PlacesFile.path(variable: variable))
    let rules = try PlacesFile.rules(variable: variable)
    guard rules.rule(for: place, account: account) == nil else { return [] }
    let rule = try PlaceRule(place, account: account, form: CredentialForm())
    return [.file(.appending(rule.line + "\n", to: file))]
  }
}
