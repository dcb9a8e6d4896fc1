// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckFoundation
import CoatcheckOAuth

/// `git`: [credential helpers](https://git-scm.com/docs/gitcredentials#_custom_helpers).
struct GitHelper: CredentialHelper {
  static let name = "git"
  static let links = ["git-credential-coatcheck"]
  // git asks once, and a clone may take long.
  static let minimumLife = 300.0

  let question: HelperQuestion
  private let attributes: [(name: String, value: String)]

  static func readsInput(_ words: [String]) -> Bool { words != ["capability"] }

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    attributes = try Self.attributes(input)
    switch words {
    case ["capability"]:
      question = .answered(
        HelperOutput("version 0\ncapability authtype\ncapability state\n"))
    case ["get"]: question = try Self.question(attributes)
    case ["erase"]:
      var erased = try Self.question(attributes)
      let token = Self.value("credential", attributes) ?? Self.value("password", attributes)
      erased.purpose = token.map { .rejected(Secret($0)) } ?? .answer(HelperOutput())
      question = erased
    // "If it does not support the requested operation (for example, a read-only store or generator), it
    // should silently ignore the request." This includes operations of later versions.
    default: question = .answered(HelperOutput())
    }
  }

  private static func attributes(
    _ input: [UInt8]
  ) throws(CommandFailure) -> [(name: String, value: String)] {
    guard let text = String(validating: input, as: UTF8.self) else {
      throw CommandFailure(.usage, "what git sends is not UTF-8 text")
    }
    var attributes: [(name: String, value: String)] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // "The list of attributes is terminated by a blank line or end-of-file."
      if line.isEmpty { break }
      // "The value is any byte but newline and NUL"; CVE-2024-52006: other helpers read a carriage return
      // as the end of the line.
      let parts = Substring(line).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !line.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw CommandFailure(.usage, "git sends a line that is no attribute")
      }
      attributes.append((String(parts[0]), String(parts[1])))
    }
    return attributes
  }

  private static func value(
    _ name: String, _ attributes: [(name: String, value: String)]
  ) -> String? {
    // "[…] if the key is given more than once, the last one counts."
    attributes.last { $0.name == name }?.value
  }

  private static func question(
    _ attributes: [(name: String, value: String)]
  ) throws(CommandFailure) -> HelperQuestion {
    guard let scheme = value("protocol", attributes), let host = value("host", attributes),
      ["http", "https"].contains(scheme), !host.isEmpty
    else { return .answered(HelperOutput()) }
    let path = value("path", attributes).map { "/" + encoded($0) } ?? ""
    var question = HelperQuestion(try Place("\(scheme)://\(host)\(path)"))
    question.username = value("username", attributes)
    return question
  }

  /// Percent-encodes a path: git sends paths decoded.
  private static func encoded(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    return segments.map { FormEncoding.encode(String($0)).replacing("+", with: "%20") }
      .joined(separator: "/")
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    var lines: [(String, String)] = []
    let capabilities = attributes.filter { $0.name == "capability[]" }.map(\.value)
    if capabilities.contains("authtype"), takesBearer(credential.form) {
      // The capability comes first: only then does git send `credential` with a later store or erase.
      lines.append(("capability[]", "authtype"))
      lines.append(("authtype", "Bearer"))
      lines.append(("credential", credential.token.reveal()))
      // "[…] indicates that the credential should not be saved".
      lines.append(("ephemeral", "1"))
    } else {
      lines.append(("username", credential.form.username ?? question.username ?? "oauth2"))
      lines.append(("password", credential.token.reveal()))
    }
    if let end = credential.end {
      lines.append(("password_expiry_utc", "\(Int(end.timeIntervalSince1970))"))
    }
    return HelperOutput(lines.map { "\($0.0)=\($0.1)\n" }.joined())
  }

  /// Whether git shall send the Bearer scheme: as the user's list says, else if the server's challenges
  /// offer Bearer and not Basic. Before its first request git has no challenges.
  private func takesBearer(_ form: CredentialForm) -> Bool {
    if let scheme = form.scheme { return scheme == .bearer }
    let challenges = attributes.filter { $0.name == "wwwauth[]" }.map { $0.value.lowercased() }
    return challenges.contains { $0.hasPrefix("bearer") }
      && !challenges.contains { $0.hasPrefix("basic") }
  }

  /// No output: git asks its other helpers, and then the user.
  var unknownPlace: HelperOutput { HelperOutput() }

  /// git ignores how a helper ends: without `quit`, it would ask the user for a password.
  func answer(_ failure: CommandFailure) -> HelperOutput {
    HelperOutput("quit=1\n", failure: failure)
  }
}
