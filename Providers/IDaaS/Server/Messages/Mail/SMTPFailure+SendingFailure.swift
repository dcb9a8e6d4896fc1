// SPDX-License-Identifier: Apache-2.0
import CoatcheckSMTP

extension SMTPFailure {
  /// The failure of the message.
  ///
  /// "4yz: … the action may be requested again"; "5yz: The command was not accepted".
  /// [RFC 5321 §4.2.1](https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1)
  var sendingFailure: SendingFailure {
    guard !isUncertain else { return .unknownOutcome }
    switch (step, cause) {
    case (.writing, .address): return .invalidContact
    case (.writing, _): return .templateRejected
    case (.recipient, .reply(let code, let status)) where code >= 500:
      return Self.namesMailbox(code, status) ? .invalidContact : .templateRejected
    case (.sender, .reply(500..., _)), (.data, .reply(500..., _)),
      (.content, .reply(500..., _)):
      return .templateRejected
    // Another server, or this one later, may accept it: it is busy, unreachable, not trusted, or refuses
    // the account.
    default: return .transient
    }
  }

  /// Whether a refusal is about the recipient: "X.1.XXX Addressing Status", "X.2.XXX Mailbox Status", and without a status
  /// code the replies about mailboxes. A policy that the sender violates is not about the recipient.
  ///
  /// [RFC 3463 §2](https://www.rfc-editor.org/rfc/rfc3463#section-2)
  private static func namesMailbox(_ code: Int, _ status: String?) -> Bool {
    guard let status else { return [550, 551, 552, 553].contains(code) }
    return status.hasPrefix("5.1.") || status.hasPrefix("5.2.")
  }
}
