// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth

extension StoredSession {
  /// The words after `coatcheck login` that made the session, without its name; nil where they aren't
  /// known.
  var signInWords: [String]? {
    guard let list = appData[AccountNotes.signInWords]?.arrayValue else { return nil }
    let words = list.compactMap(\.stringValue)
    return words.count == list.count && !words.isEmpty ? words : nil
  }

  /// What to run to sign in again.
  var signInCommand: String {
    let words = signInWords ?? [account.issuer, "--client-id", account.clientID]
    return SignInCommand.text(words, name: name)
  }
}

extension AccountNotes {
  /// The member of the app's data that holds the words.
  static let signInWords = "coatcheck_login"
}

/// `coatcheck login` and what follows it.
enum SignInCommand {
  /// The command as a person can copy it.
  static func text(_ words: [String], name: String?) -> String {
    let named = name.map { ["--name", $0] } ?? []
    return (["coatcheck", "login"] + words + named).map(ShellWord.quoted).joined(separator: " ")
  }
}
