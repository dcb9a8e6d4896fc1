// SPDX-License-Identifier: Apache-2.0

/// The subjects and texts of e-mails: those of the operator, and this server's own for the rest.
///
/// In the operator's texts `{code}`, `{minutes}`, `{application}` and `{provider}` stand for the values of
/// a message.
public struct MailWords: Sendable {
  /// The subjects of messages with a code; nil for this server's own.
  public var subjects: MessageTemplates?
  /// The texts of messages with a code; nil for this server's own.
  public var texts: MessageTemplates?
  /// The subjects of notices.
  public var noticeSubjects = NoticeTemplates()
  /// The texts of notices.
  public var noticeTexts = NoticeTemplates()

  /// Creates a value with this server's own subjects and texts.
  public init() {}

  func subject(of message: OutgoingMessage) -> String {
    fill(subjects?.id(for: message.type, in: message.language)) { $0.value(in: message) }
      ?? MessageText(message).subject
  }

  func text(of message: OutgoingMessage) -> String {
    fill(texts?.id(for: message.type, in: message.language)) { $0.value(in: message) }
      ?? MessageText(message).short()
  }

  func subject(of notice: AccountNotice) -> String {
    fill(noticeSubjects.id(for: notice)) { $0.value(in: notice) } ?? notice.application
  }

  func text(of notice: AccountNotice) -> String {
    fill(noticeTexts.id(for: notice)) { $0.value(in: notice) } ?? notice.text
  }

  private func fill(_ text: String?, _ value: (MessageParameter) -> String?) -> String? {
    text.map { text in
      Self.pieces(of: text).map { piece in
        switch piece {
        case .text(let text): String(text)
        case .place(let name): MessageParameter(rawValue: String(name)).flatMap(value) ?? ""
        }
      }.joined()
    }
  }

  /// A part of a template: literal text, or the name of a placeholder.
  enum Piece {
    case text(Substring)
    case place(Substring)
  }

  /// Splits a template into its parts. This happens before values are filled in, so that a value that
  /// looks like a placeholder stays as it is.
  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      pieces += [.text(rest[..<open]), .place(rest[rest.index(after: open)..<close])]
      rest = rest[rest.index(after: close)...]
    }
    return pieces + [.text(rest)]
  }

  /// The names of the placeholders in a text.
  static func places(in text: String) -> Set<String> {
    Set(
      pieces(of: text).compactMap { piece in
        if case .place(let name) = piece { String(name) } else { nil }
      })
  }
}
