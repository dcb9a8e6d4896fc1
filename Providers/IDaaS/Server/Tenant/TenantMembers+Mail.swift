// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// The members of a gateway that hold the words of e-mails.
extension TenantMembers {
  func mailWords() throws(TenantError) -> MailWords {
    var words = MailWords()
    let ofCodes: Set<MessageParameter> = [.code, .minutes, .application]
    let ofNotices: Set<MessageParameter> = [.application, .provider]
    for (name, places) in [
      // A subject must not contain the code: subjects are shown on locked screens.
      ("subjects", ofCodes.subtracting([.code])), ("texts", ofCodes),
      ("notice_subjects", ofNotices), ("notice_texts", ofNotices),
    ] {
      try checkWords(name, places)
    }
    if json["subjects"] != nil { words.subjects = try templates("subjects") }
    if json["texts"] != nil { words.texts = try templates("texts") }
    words.noticeSubjects = try noticeTemplates("notice_subjects")
    words.noticeTexts = try noticeTemplates("notice_texts")
    return words
  }

  /// Checks that placeholders are known, that a text for codes contains the code, and that a subject is
  /// one line.
  private func checkWords(
    _ name: String, _ places: Set<MessageParameter>
  ) throws(TenantError) {
    for text in json[name].map(Self.texts(in:)) ?? [] {
      for place in MailWords.places(in: text) {
        guard let parameter = MessageParameter(rawValue: place), places.contains(parameter) else {
          let known = places.map { "{\($0.rawValue)}" }.sorted().joined(separator: ", ")
          throw trouble(name, "may have the places \(known) and no others")
        }
      }
      guard name != "texts" || MailWords.places(in: text).contains("code") else {
        throw trouble(name, "needs the place {code} in each text")
      }
      guard !name.hasSuffix("subjects") || !text.contains(where: \.isNewline) else {
        throw trouble(name, "must be one line each")
      }
    }
  }

  /// The texts in a value, however deep.
  private static func texts(in value: JSONValue) -> [String] {
    if let text = value.stringValue { return [text] }
    return value.objectValue?.flatMap { texts(in: $0.1) } ?? []
  }
}
