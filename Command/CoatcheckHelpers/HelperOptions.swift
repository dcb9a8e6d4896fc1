// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand

/// The arguments of a helper: ours, which all of them have, and the words of its own protocol.
struct HelperOptions {
  /// The account, where it is named.
  private(set) var account: String?
  /// How many seconds a credential has to last, where it is said.
  private(set) var minimumLife: Double?
  /// What is the helper's own.
  private(set) var words: [String] = []

  /// Reads the arguments after the helper's name.
  init(_ arguments: ArraySlice<String>) throws(CommandFailure) {
    var rest = arguments
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts.first {
      case "--account": account = try Self.value(of: parts, or: &rest)
      case "--min-life":
        let text = try Self.value(of: parts, or: &rest)
        guard let seconds = Int(text), CredentialForm.lives.contains(seconds) else {
          throw CommandFailure(.usage, "--min-life is a number of seconds, at most 86400")
        }
        minimumLife = Double(seconds)
      default: words.append(word)
      }
    }
  }

  private static func value(
    of parts: [String], or rest: inout ArraySlice<String>
  ) throws(CommandFailure) -> String {
    if parts.count > 1 { return parts[1] }
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw CommandFailure(.usage, "\(parts[0]) needs a value")
    }
    return value
  }
}
