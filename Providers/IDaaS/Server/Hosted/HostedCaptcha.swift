// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckJOSE

/// The contact and purpose of a page that shows a captcha only, as the application named them.
struct HostedCaptcha: Sendable, Equatable {
  /// The number or address as the application sent it.
  let sender: String
  /// The type of the message that the proof permits.
  let purpose: MessageType

  /// The number or address, which is read in the same way as a typed one.
  var contact: TypedContact { sender.contains("@") ? .email(sender) : .mobile(sender) }

  var json: JSONObject { ["to": .string(sender), "for": .string(purpose.rawValue)] }

  init(sender: String, purpose: MessageType) {
    self.sender = sender
    self.purpose = purpose
  }

  init?(json: JSONObject) {
    guard let sender = json["to"]?.stringValue,
      let purpose = json["for"]?.stringValue.flatMap(MessageType.init(rawValue:))
    else { return nil }
    self.init(sender: sender, purpose: purpose)
  }
}
