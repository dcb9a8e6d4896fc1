// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand

/// The arguments of a helper: the options that all helpers share, and the words of its own protocol.
struct HelperOptions {
  /// The value of `--account`.
  private(set) var account: String?
  /// The value of `--min-life`: how many seconds a credential has to last at least.
  private(set) var minimumLife: Double?
  /// The words of the helper's own protocol.
  private(set) var words: [String] = []

  /// Reads the arguments after the helper's name.
  init(_ arguments: ArraySlice<String>) throws(CommandFailure) {
    var rest = arguments
    while let word = rest.popFirst() {
      let parts = word.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
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
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
      throw CommandFailure(.usage, "\(parts[0]) needs a value")
    }
    return value
  }
}
