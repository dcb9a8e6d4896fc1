// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// msmtp: the token in the place of an account's password ([msmtp](https://marlam.de/msmtp/msmtp.html)).
enum MsmtpSetup: ProgramSetup {
  static let name = "msmtp"
  static let argument = "the account in msmtp's configuration"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let account = try target.required(argument)
    let file = try ConfigurationFile(
      target.files.path(home: ".msmtprc", orConfiguration: "msmtp/config"))
    let text = SectionedText(file) { $0.hasPrefix("account") || $0 == "defaults" }
    let command = "\"\(try target.plainCommand(["helper", "mail", target.account]))\""
    let isAccount = { (line: Substring) in
      line.split(whereSeparator: { $0.isWhitespace || $0 == ":" }).prefix(2) == [
        "account", account[...],
      ]
    }
    guard text.value(of: "passwordeval", in: isAccount) != command else { return [] }
    guard
      let change = text.replacing(
        ["auth", "password", "passwordeval"], in: isAccount,
        by: ["auth oauthbearer", "passwordeval \(command)"])
    else {
      throw CommandFailure(
        .usage, "\(file.path) has no account “\(UntrustedText.printable(account))”",
        hint: "write its host and user there first")
    }
    return [.file(change)]
  }
}
