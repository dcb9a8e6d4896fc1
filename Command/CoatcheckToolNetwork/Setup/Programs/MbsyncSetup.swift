// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// mbsync: the token in the place of an account's password ([isync](https://isync.sourceforge.io/mbsync.html)).
enum MbsyncSetup: ProgramSetup {
  static let name = "mbsync"
  static let argument = "the IMAPAccount in mbsync's configuration"

  /// The words that begin a section, in lower case.
  private static let headings = [
    "imapaccount", "imapstore", "maildirstore", "channel", "group",
  ]

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let account = try target.required(argument)
    let file = try ConfigurationFile(
      target.files.path(home: ".mbsyncrc", orConfiguration: "isyncrc"))
    let text = SectionedText(file) { line in
      headings.contains(line.prefix { !$0.isWhitespace }.lowercased())
    }
    let command = "\"\(try target.plainCommand(["helper", "mail", target.account]))\""
    let isAccount = { (line: Substring) in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.count == 2 && words[0].lowercased() == "imapaccount"
        && [account, "\"\(account)\""].contains(String(words[1]))
    }
    guard text.value(of: "passcmd", in: isAccount) != command else { return [] }
    guard
      let change = text.replacing(
        ["authmech", "authmechs", "pass", "passcmd"], in: isAccount,
        by: ["AuthMechs XOAUTH2", "PassCmd \(command)"])
    else {
      throw CommandFailure(
        .usage, "\(file.path) has no IMAPAccount “\(UntrustedText.printable(account))”",
        hint: "write its host and user there first")
    }
    return [.file(change)]
  }
}
