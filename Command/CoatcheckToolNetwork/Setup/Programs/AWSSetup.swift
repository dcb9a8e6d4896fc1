// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers

/// aws and AWS's libraries: a credential process for a profile
/// ([process credential provider](https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html)).
enum AWSSetup: ProgramSetup {
  static let name = "aws"
  static let argument = "the ARN of the role, after PROFILE= unless it is for the default profile"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let text = try target.required(argument)
    // The name of a role may have an equals sign.
    let parts =
      text.hasPrefix("arn:") ? [text] : text.split(separator: "=", maxSplits: 1).map(String.init)
    let (profile, role) = (parts.count > 1 ? parts[0] : "default", parts.last ?? "")
    // Without --sts: all profiles use the same endpoint.
    let words = ["aws", "--account", target.account, "--role", role]
    // Refuses an invalid role, by the check of the helper itself.
    _ = try HelperCall(words, variable: { _ in nil }, readInput: { [] })
    guard profile.utf8.allSatisfy(isInProfile), !profile.isEmpty else {
      throw CommandFailure(
        .usage, "the name of a profile has letters, digits and characters of _.-")
    }
    let files = AWSFiles(target.files)
    if try files.hasKeys(profile) {
      throw CommandFailure(
        .usage,
        "\(try files.credentials) has keys for the profile “\(profile)”, which come before a helper's",
        hint: "take them out there, or choose another profile")
    }
    let file = try ConfigurationFile(files.configuration)
    let lines = ["credential_process = " + target.command(["helper"] + words)]
    let sections = AWSFiles.sections(file)
    let heading = AWSFiles.heading(profile)
    let isHeading = { (line: Substring) in AWSFiles.name(line) == AWSFiles.name(heading[...]) }
    let isThere =
      sections.value(of: "credential_process", in: isHeading)
      .map { lines == ["credential_process = " + $0] } ?? false
    let change =
      sections.replacing(["credential_process"], in: isHeading, by: lines)
      ?? .appending(([heading] + lines).map { $0 + "\n" }.joined(), to: file)
    let service = try Place("https://sts.amazonaws.com")
    return (isThere ? [] : [.file(change)]) + (try target.mapping(service))
  }

  private static func isInProfile(_ byte: UInt8) -> Bool {
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-".utf8.contains(byte)
  }
}
