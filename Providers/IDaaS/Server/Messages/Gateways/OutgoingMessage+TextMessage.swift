// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts

/// A message for a gateway that sends approved templates only: the number, whether it is outside the
/// mainland (+86), and the template.
struct TemplateMessage {
  let number: String
  let isAbroad: Bool
  let template: String
}

extension Contact {
  /// A phone number, and whether it is outside the mainland; nil for an address.
  var textNumber: (number: String, isAbroad: Bool)? {
    guard case .phone(let number) = self else { return nil }
    return (number, !number.hasPrefix("+86"))
  }
}

extension OutgoingMessage {
  /// - Throws: `invalidContact` for an address; `blockedRegion` where there are no templates for the country;
  ///   `templateRejected` without one in the language.
  func textMessage(
    _ templates: MessageTemplates, abroad: MessageTemplates?
  ) throws(SendingFailure) -> TemplateMessage {
    guard let (number, isAbroad) = contact.textNumber else { throw .invalidContact }
    guard let templates = isAbroad ? abroad : templates else { throw .blockedRegion }
    guard let template = templates.id(for: type, in: language) else { throw .templateRejected }
    return TemplateMessage(number: number, isAbroad: isAbroad, template: template)
  }
}

extension AccountNotice {
  /// The notice as a message; nil where no template is approved for it.
  func textMessage(
    _ templates: NoticeTemplates, abroad: NoticeTemplates
  ) -> TemplateMessage? {
    guard let (number, isAbroad) = contact.textNumber,
      let template = (isAbroad ? abroad : templates).id(for: self)
    else { return nil }
    return TemplateMessage(number: number, isAbroad: isAbroad, template: template)
  }
}
