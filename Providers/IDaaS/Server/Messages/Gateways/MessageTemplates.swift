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
  static func choose(_ language: String, among templates: [String: String]) -> String? {
    let readable = language == "zh-TW" ? ["zh-TW", "zh-CN"] : [language]
    return (readable + ["", "en"]).lazy.compactMap { templates[$0] }.first
  }
}

/// Which of the templates that a gateway has approved goes with a notice. A gateway without one sends no such notice.
public struct NoticeTemplates: Sendable {
  private let byKind: [AccountNotice.Kind: [String: String]]

  /// Names templates by language (`zh-CN`, `zh-TW`, `en`; `""` for every language), for each kind of notice.
  public init(_ byKind: [AccountNotice.Kind: [String: String]] = [:]) { self.byKind = byKind }

  /// The template of a notice in its language, or the nearest there is.
  func id(for notice: AccountNotice) -> String? {
    byKind[notice.event.kind].flatMap { MessageTemplates.choose(notice.language, among: $0) }
  }
}
