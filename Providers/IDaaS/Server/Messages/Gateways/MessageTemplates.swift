// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol

/// The approved templates of a gateway for messages with a code, by type and language.
public struct MessageTemplates: Sendable {
  private let usual: [String: String]
  private let byType: [MessageType: [String: String]]

  /// Creates the list of templates. Each is the gateway's identifier of a template by its language:
  /// `zh-CN`, `zh-TW` or `en`; `""` for all languages.
  ///
  /// - Parameters:
  ///   - usual: The templates of all types without their own.
  ///   - byType: The templates of particular types.
  public init(_ usual: [String: String], byType: [MessageType: [String: String]] = [:]) {
    self.usual = usual
    self.byType = byType
  }

  /// Creates a list with one template for all types and languages.
  ///
  /// - Parameter id: The gateway's identifier of the template.
  public init(always id: String) { self.init(["": id]) }

  /// The template of a type in a language, or in the nearest one.
  ///
  /// - Returns: Nil when there is no template in a language that its users can read.
  func id(for type: MessageType, in language: String) -> String? {
    for templates in [byType[type], usual].compactMap(\.self) {
      if let id = Self.choose(language, among: templates) { return id }
    }
    return nil
  }

  /// The template in the language itself, in one that its users can read, or in the default one.
  static func choose(_ language: String, among templates: [String: String]) -> String? {
    let readable = language == "zh-TW" ? ["zh-TW", "zh-CN"] : [language]
    return (readable + ["", "en"]).lazy.compactMap { templates[$0] }.first
  }
}

/// The approved templates of a gateway for notices. A notice without a template is not sent.
public struct NoticeTemplates: Sendable {
  private let byKind: [AccountNotice.Kind: [String: String]]

  /// Creates the list of templates.
  ///
  /// - Parameter byKind: For each kind of notice, the gateway's identifier of a template by its language:
  ///   `zh-CN`, `zh-TW` or `en`; `""` for all languages.
  public init(_ byKind: [AccountNotice.Kind: [String: String]] = [:]) { self.byKind = byKind }

  /// The template of a notice in its language, or in the nearest one.
  func id(for notice: AccountNotice) -> String? {
    byKind[notice.event.kind].flatMap { MessageTemplates.choose(notice.language, among: $0) }
  }
}
