// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A message of text for one recipient.
public struct MailMessage: Sendable {
  /// Its name in the world, without the angle brackets.
  public let id: String
  let sender: MailAddress
  let recipient: MailAddress
  /// The header fields and the body, in lines that end with CRLF.
  let content: String

  /// Writes a message.
  ///
  /// - Parameters:
  ///   - recipient: The recipient's address.
  ///   - sender: The sender's address, which a report of failure goes to.
  ///   - alias: The name beside the sender's address.
  ///   - subject: The subject.
  ///   - text: The body.
  ///   - id: What distinguishes it from other messages of this sender: letters, digits, `-` and `_`.
  ///   - date: When it was written.
  /// - Throws: `address` and `header` for what cannot stand in a message.
  public init(
    to recipient: String, from sender: String, alias: String?, subject: String, text: String,
    id: String, date: Date
  ) throws(SMTPFailure) {
    self.recipient = try MailAddress(recipient)
    self.sender = try MailAddress(sender)
    let name = try MailAddress("\(id)@\(self.sender.domain)").text
    self.id = name
    let from = try alias.map { alias throws(SMTPFailure) in
      "\(try HeaderText.name(alias))\r\n <\(sender)>"
    }
    let fields = [
      // "The only required header fields are the origination date field and the originator address field(s)."
      // https://www.rfc-editor.org/rfc/rfc5322#section-3.6
      "Date: \(MailDate.text(date))", "From: \(from ?? "<\(sender)>")", "To: <\(recipient)>",
      "Message-ID: <\(name)>", "Subject: \(try HeaderText.encoded(subject))",
      // Prevents out-of-office replies: RFC 3834 §5.
      "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
    ]
    content =
      fields.joined(separator: "\r\n") + "\r\n\r\n" + QuotedPrintable.encoded(text) + "\r\n"
  }
}
