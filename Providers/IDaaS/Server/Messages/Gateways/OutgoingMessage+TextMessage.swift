// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts

extension OutgoingMessage {
  /// The phone number, whether it is outside the mainland (+86), and the template for it.
  func textMessage(
    _ templates: MessageTemplates, abroad: MessageTemplates?
  ) throws(SendingFailure) -> (number: String, isAbroad: Bool, template: String) {
    guard case .phone(let number) = contact else { throw .invalidContact }
    let isAbroad = !number.hasPrefix("+86")
    guard let templates = isAbroad ? abroad : templates else { throw .blockedRegion }
    guard let template = templates.id(for: type, in: language) else { throw .templateRejected }
    return (number, isAbroad, template)
  }
}
