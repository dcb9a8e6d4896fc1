// SPDX-License-Identifier: Apache-2.0

/// Return codes as they are sent and shown.
extension ReturnCode {
  /// The code as it travels: `IDAAS.SDK.COMMON.1001`.
  public var text: String { "IDAAS.SDK." + rawValue }

  /// The status of the response that carries it: 500 when the server is busy, 400 otherwise.
  public var status: Int { self == .busy ? 500 : 400 }

  /// The message for users.
  ///
  /// - Parameters:
  ///   - language: Its language.
  ///   - arguments: What it has placeholders for, in order. One that is missing is shown as `…`.
  public func message(
    in language: InterfaceLanguage, _ arguments: [String] = []
  ) -> String {
    let parts = template(in: language).split(separator: "{", omittingEmptySubsequences: false)
    // In one pass: braces within an argument are just text.
    return parts.dropFirst().reduce(into: String(parts[0])) { message, part in
      let index = part.first?.wholeNumberValue ?? 0
      message += arguments.indices.contains(index) ? arguments[index] : "…"
      message += part.dropFirst(2)
    }
  }

  /// How many placeholders the message has.
  public var argumentCount: Int { english.count { $0 == "{" } }

  private func template(in language: InterfaceLanguage) -> String {
    switch language {
    case .english: english
    case .simplifiedChinese: simplifiedChinese
    case .traditionalChinese: traditionalChinese
    }
  }
}
