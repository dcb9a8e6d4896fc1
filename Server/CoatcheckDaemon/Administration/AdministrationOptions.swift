// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// How a server is administered.
struct AdministrationOptions: ParsableArguments {
  @Flag(help: "Serve administration at /admin, for tokens with the scope coatcheck.admin.")
  var admin = false

  @Option(
    help: ArgumentHelp(
      "The identifier of a user who may administer through a client; may be given again.",
      valueName: "user"))
  var adminUser: [String] = []

  @Option(
    help: ArgumentHelp(
      "The Unix socket for the commands of this machine. (default: DATABASE.admin)",
      valueName: "path"))
  var adminSocket: String?

  @Option(help: "How many days the audit log in the database goes back. (default: 90)")
  var auditDays: Int?
}
