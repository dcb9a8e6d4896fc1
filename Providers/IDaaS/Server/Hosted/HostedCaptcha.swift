// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckJOSE

/// What the captcha of a page is for, where the page shows nothing else: it was named when the page was asked for.
struct HostedCaptcha: Sendable, Equatable {
  /// The number or address as the application sent it.
  let sender: String
  /// What the code is for.
  let purpose: MessageType

  /// The number or address, to be read as any other one that is typed.
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
