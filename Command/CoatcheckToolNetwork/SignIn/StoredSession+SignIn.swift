// SPDX-License-Identifier: Apache-2.0
import CoatcheckKii
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth

extension StoredSession {
  /// The words after `coatcheck login` that made the session, without its name; nil where they are not
  /// known.
  var signInMessages: [String]? {
    guard let list = appData[AccountNotes.signInMessages]?.arrayValue else { return nil }
    let words = list.compactMap(\.stringValue)
    return words.count == list.count && !words.isEmpty ? words : nil
  }

  /// The command to run to sign in again.
  var signInCommand: String {
    if let signInMessages { return SignInCommand.text(signInMessages, name: name) }
    guard let provider, let kind = SignInKind(rawValue: provider), kind != .issuer else {
      return SignInCommand.text([account.issuer, "--client-id", account.clientID], name: name)
    }
    // Another program has signed in, with options that are not known here.
    let client = kind == .kii ? "--app-id" : "--client-id"
    return SignInCommand.text([provider, client, account.clientID], name: name)
      + " and what else \(provider) needs"
  }
}

extension AccountNotes {
  /// The member of the app's data that holds the words.
  static let signInMessages = "coatcheck_login"
}

/// `coatcheck login` and what follows it.
enum SignInCommand {
  /// The command as a user can copy it.
  static func text(_ words: [String], name: String?) -> String {
    let named = name.map { ["--name", $0] } ?? []
    return (["coatcheck", "login"] + words + named).map(ShellWord.quoted).joined(separator: " ")
  }
}
