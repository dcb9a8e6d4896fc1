// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol

/// Which of the templates that a gateway has approved goes with a message.
public struct MessageTemplates: Sendable {
  private let usual: [String: String]
  private let byType: [MessageType: [String: String]]

  /// Names templates by language (`zh-CN`, `zh-TW`, `en`).
  ///
  /// - Parameters:
  ///   - usual: The templates of all types that have none of their own.
  ///   - byType: The templates of some types.
  public init(_ usual: [String: String], byType: [MessageType: [String: String]] = [:]) {
    self.usual = usual
    self.byType = byType
  }

  /// One template for everything.
  public init(always id: String) { self.init(["": id]) }

  /// The template of a type in a language, or the nearest there is.
  ///
  /// - Returns: Nil when absent that users who asked for this language can read.
  func id(for type: MessageType, in language: String) -> String? {
    for templates in [byType[type], usual].compactMap(\.self) {
      if let id = Self.choose(language, among: templates) { return id }
    }
    return nil
  }

  /// The language itself, one that its readers understand, or the default.
  private static func choose(_ language: String, among templates: [String: String]) -> String? {
    let readable = language == "zh-TW" ? ["zh-TW", "zh-CN"] : [language]
    return (readable + ["", "en"]).lazy.compactMap { templates[$0] }.first
  }
}

/// What a template has a place for.
public enum MessageParameter: Sendable, Hashable, CaseIterable {
  /// The digits.
  case code
  /// The lifetime in minutes.
  case minutes
  /// The application's name.
  case application

  func value(in message: OutgoingMessage) -> String {
    switch self {
    case .code: message.code
    case .minutes: String(message.minutes)
    case .application: message.application
    }
  }
}
