// SPDX-License-Identifier: Apache-2.0

/// Return codes as they are sent and shown.
extension ReturnCode {
  /// The code as it is sent: `IDAAS.SDK.COMMON.1001`.
  public var text: String { "IDAAS.SDK." + rawValue }

  /// The HTTP status of the error response: 500 when the server is busy, 400 otherwise.
  public var status: Int { self == .busy ? 500 : 400 }

  /// Returns the error message for users.
  ///
  /// - Parameters:
  ///   - language: The language of the message.
  ///   - arguments: The values for its placeholders, in their order. A missing one is shown as `…`.
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

  /// The number of placeholders in the message.
  public var argumentCount: Int { english.count { $0 == "{" } }

  private func template(in language: InterfaceLanguage) -> String {
    switch language {
    case .english: english
    case .simplifiedChinese: simplifiedChinese
    case .traditionalChinese: traditionalChinese
    }
  }
}
