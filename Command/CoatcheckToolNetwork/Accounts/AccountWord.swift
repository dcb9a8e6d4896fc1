// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// What users may call an account: its name and its labels.
///
/// Both are typed on command lines and shown in lists, so they must be possible there.
enum AccountWord {
  /// The maximum length of a name or label, in Unicode scalars.
  static let limit = 100

  /// A name: one line of visible text that cannot be taken for an option.
  ///
  /// - Throws: A usage failure that says what is wrong with it.
  static func name(_ text: String) throws(CommandFailure) -> String {
    try checked(text, "a name")
  }

  /// A label: a name without spaces and commas, since lists put these between labels.
  ///
  /// - Throws: As ``name(_:)``.
  static func label(_ text: String) throws(CommandFailure) -> String {
    guard !text.contains(where: { $0.isWhitespace || $0 == "," }) else {
      throw CommandFailure(.usage, "a label contains no space and no comma", code: "invalid_label")
    }
    return try checked(text, "a label")
  }

  private static func checked(_ text: String, _ what: String) throws(CommandFailure) -> String {
    let isUsable =
      !text.isEmpty && !text.hasPrefix("-") && text.first?.isWhitespace == false
      && text.last?.isWhitespace == false
      && UntrustedText.printable(text, limit: limit) == text
    guard isUsable else {
      throw CommandFailure(
        .usage,
        "\(what) is one line of up to \(limit) visible characters and begins with no hyphen",
        code: what == "a name" ? "invalid_name" : "invalid_label")
    }
    return text
  }
}
