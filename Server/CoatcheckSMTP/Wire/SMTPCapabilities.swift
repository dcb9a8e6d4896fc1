// SPDX-License-Identifier: Apache-2.0

/// The extensions that a server lists in its reply to `EHLO`.
///
/// [RFC 5321 §4.1.1.1](https://www.rfc-editor.org/rfc/rfc5321#section-4.1.1.1)
struct SMTPCapabilities: Sendable {
  /// The words of each line of the reply, in upper case.
  private let lines: [[String]]

  init(_ reply: SMTPReply) {
    // The first line is a greeting.
    lines = reply.lines.dropFirst().map { line in
      line.uppercased().split(separator: " ").map(String.init)
    }
  }

  var offersTLS: Bool { lines.contains { $0.first == "STARTTLS" } }

  func offers(_ mechanism: String) -> Bool {
    lines.contains { $0.first == "AUTH" && $0.dropFirst().contains(mechanism) }
  }
}
