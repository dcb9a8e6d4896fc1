// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import Foundation

/// The server and the account that a program is set up for.
struct SetupTarget: Sendable {
  /// The server, section or profile that the command line names.
  let argument: String?
  /// The account: its name.
  let account: String
  /// The program `coatcheck`, as other programs start it.
  let program: String
  /// Where the files of programs are.
  let files: ProgramFiles

  /// The argument.
  ///
  /// - Throws: A usage failure if it is missing.
  func required(_ what: String) throws(CommandFailure) -> String {
    guard let argument, !argument.isEmpty else {
      throw CommandFailure(.usage, "the argument is missing: \(what)")
    }
    return argument
  }

  /// The command line by which a program asks, for a shell.
  func command(_ words: [String]) -> String {
    ([program] + words).map(Self.quoted).joined(separator: " ")
  }

  /// The command line for programs that split it at spaces and have no quotes.
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

  /// The change that adds a place to the user's list; none if the list gives it this account already.
  func mapping(_ place: Place) throws(CommandFailure) -> [SetupChange] {
    let file = try ConfigurationFile(PlacesFile.path(variable: files.variable))
    let rules = try PlacesFile.rules(variable: files.variable)
    guard rules.rule(for: place, account: account) == nil else { return [] }
    let rule = try PlaceRule(place, account: account, form: CredentialForm())
    return [.file(.appending(rule.line + "\n", to: file))]
  }
}
