// SPDX-License-Identifier: Apache-2.0

/// Parses replies from bytes that arrive in pieces.
struct SMTPReplyReader {
  /// The error for bytes that are not a reply.
  struct Unreadable: Error {}

  /// "The maximum total length of a reply line including the reply code and the <CRLF> is 512 octets."
  /// [RFC 5321 §4.5.3.1.5](https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1.5). Four times as much is read.
  private static let maximumLine = 2_048
  private static let maximumLines = 128

  private var line: [UInt8] = []
  private var code: Int?
  private var texts: [String] = []

  /// Whether no part of a reply was read.
  var isEmpty: Bool { line.isEmpty && code == nil }

  /// Reads bytes up to the end of a reply.
  ///
  /// - Returns: The reply and the number of its bytes; nil while it is incomplete.
  mutating func read(
    _ bytes: some Collection<UInt8>
  ) throws(Unreadable) -> (reply: SMTPReply, count: Int)? {
    for (index, byte) in bytes.enumerated() {
      guard byte == 0x0A else {
        guard line.count < Self.maximumLine else { throw Unreadable() }
        line.append(byte)
        continue
      }
      if let reply = try finishLine() { return (reply, index + 1) }
    }
    return nil
  }

  /// Parses a complete line.
  ///
  /// - Returns: The reply that ends with this line; nil when more lines follow.
  private mutating func finishLine() throws(Unreadable) -> SMTPReply? {
    // "Lines consist of zero or more data characters terminated by the sequence … <CR> … followed immediately by … <LF>."
    guard line.popLast() == 0x0D, !line.contains(0x0D), line.count >= 3,
      line.prefix(3).allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(String(decoding: line.prefix(3), as: UTF8.self)), 200...599 ~= number,
      texts.count < Self.maximumLines
    else { throw Unreadable() }
    // "the reply code … must be the same on each line".
    guard code == nil || code == number else { throw Unreadable() }
    let mark = line.count > 3 ? line[3] : 0x20
    guard mark == 0x20 || mark == 0x2D else { throw Unreadable() }
    texts.append(String(decoding: line.dropFirst(4), as: UTF8.self))
    line = []
    code = number
    guard mark == 0x20 else { return nil }
    defer { (code, texts) = (nil, []) }
    return SMTPReply(code: number, lines: texts)
  }
}
