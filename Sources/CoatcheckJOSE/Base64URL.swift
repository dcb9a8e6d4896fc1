// SPDX-License-Identifier: Apache-2.0

/// Base64url without padding, the encoding of all JOSE texts.
///
/// [RFC 7515 §2](https://www.rfc-editor.org/rfc/rfc7515#section-2),
/// [RFC 4648 §5](https://www.rfc-editor.org/rfc/rfc4648#section-5)
public enum Base64URL {
  private static let alphabet: [UInt8] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The decoding table: for each of the four positions in a group, the six bits of each byte, shifted to
  /// their place among the 24 bits of the group. The four values of a group are joined by `|`. A byte
  /// outside the alphabet has all bits set, which marks the group as invalid.
  private static let values: [UInt32] = {
    var table = [UInt32](repeating: .max, count: 1024)
    for (value, letter) in alphabet.enumerated() {
      for place in 0..<4 {
        table[place * 256 + Int(letter)] = UInt32(value) << (18 - 6 * place)
      }
    }
    return table
  }()

  /// Encodes bytes as base64url without padding.
  ///
  /// - Parameter bytes: Any bytes; an empty collection gives an empty text.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    bytes.withContiguousStorageIfAvailable { encode(buffer: $0) }
      ?? Array(bytes).withUnsafeBufferPointer { encode(buffer: $0) }
  }

  /// Decodes canonical base64url.
  ///
  /// - Parameter text: The text, without padding; an empty one gives no bytes.
  /// - Throws: ``JOSEError`` `malformedToken` if the text contains anything but the 64 letters (padding,
  ///   white space and `%2E` included), has an impossible length, or is not the text that ``encode(_:)``
  ///   makes of the same bytes; the text must not be used.
  public static func decode(_ text: String) throws(JOSEError) -> [UInt8] {
    var text = text
    return try text.withUTF8 { letters in
      Result { () throws(JOSEError) in try decode(buffer: letters) }
    }.get()
  }

  /// Decodes canonical base64url from a part of a string, as ``decode(_:)`` does from a string.
  ///
  /// - Parameter text: The text, without padding; an empty one gives no bytes.
  /// - Throws: ``JOSEError`` `malformedToken` if the text is not canonical base64url; it must not be used.
  public static func decode(_ text: some StringProtocol) throws(JOSEError) -> [UInt8] {
    let fast = text.utf8.withContiguousStorageIfAvailable { letters in
      Result { () throws(JOSEError) in try decode(buffer: letters) }
    }
    if let fast { return try fast.get() }
    return try Array(text.utf8).withUnsafeBufferPointer { letters throws(JOSEError) in
      try decode(buffer: letters)
    }
  }

  static func decode(buffer: UnsafeBufferPointer<UInt8>) throws(JOSEError) -> [UInt8] {
    guard let size = size(ofLetters: buffer.count) else { throw impossible }
    return try bytes(of: size) { output throws(JOSEError) in
      guard decode(buffer, into: output) else { throw other }
    }
  }

  /// Returns an array whose bytes are written by `fill`.
  ///
  /// The bytes are written on the stack and copied. `Array(unsafeUninitializedCapacity:)` looks up its own
  /// type metadata in each call (Swift 6.3), which takes longer than decoding a signature.
  private static func bytes(
    of count: Int,
    _ fill: (UnsafeMutableBufferPointer<UInt8>) throws(JOSEError) -> Void
  ) throws(JOSEError) -> [UInt8] {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) {
      output throws(JOSEError) in
      try fill(output)
      return [UInt8](UnsafeBufferPointer(output))
    }
  }

  private static var impossible: JOSEError {
    JOSEError(.malformedToken, "base64url of an impossible length")
  }
  private static var other: JOSEError { JOSEError(.malformedToken, "not canonical base64url") }

  /// The number of bytes that `count` base64url characters encode; nil if no encoding has that length.
  private static func size(ofLetters count: Int) -> Int? {
    let tail = count & 3
    return tail == 1 ? nil : count / 4 * 3 + max(0, tail - 1)
  }

  /// Decodes into `output`, whose size is that of the decoded bytes. Returns `false` if a character is not
  /// in the alphabet or an unused bit at the end is set.
  private static func decode(
    _ letters: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    values.withUnsafeBufferPointer { fill(output, from: letters, by: $0) }
  }

  private static func fill(
    _ output: UnsafeMutableBufferPointer<UInt8>, from letters: UnsafeBufferPointer<UInt8>,
    by table: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    guard var input = letters.baseAddress, var to = output.baseAddress,
      let table = table.baseAddress
    else { return letters.isEmpty }
    var union: UInt32 = 0
    // The three bytes of a group are written as a word of four; the next group overwrites the fourth. The
    // last group is written separately, since nothing would overwrite its fourth byte.
    for _ in 0..<max(0, letters.count / 4 - 1) {
      let group =
        table[Int(input[0])] | table[256 + Int(input[1])] | table[512 + Int(input[2])]
        | table[768 + Int(input[3])]
      union |= group
      UnsafeMutableRawPointer(to).storeBytes(of: (group << 8).bigEndian, as: UInt32.self)
      input += 4
      to += 3
    }
    if letters.count >= 4 {
      let group =
        table[Int(input[0])] | table[256 + Int(input[1])] | table[512 + Int(input[2])]
        | table[768 + Int(input[3])]
      union |= group
      to[0] = UInt8(truncatingIfNeeded: group >> 16)
      to[1] = UInt8(truncatingIfNeeded: group >> 8)
      to[2] = UInt8(truncatingIfNeeded: group)
      input += 4
      to += 3
    }
    let tail = letters.count & 3
    guard tail > 0 else { return union >> 24 == 0 }
    var group = table[Int(input[0])] | table[256 + Int(input[1])]
    if tail == 3 { group |= table[512 + Int(input[2])] }
    to[0] = UInt8(truncatingIfNeeded: group >> 16)
    if tail == 3 { to[1] = UInt8(truncatingIfNeeded: group >> 8) }
    // RFC 4648 §3.5: "decoders MAY choose to reject an encoding if the pad bits have not been set to
    // zero". Otherwise one signature has several spellings.
    let pad: UInt32 = tail == 3 ? 0xFF : 0xFFFF
    return (union | group) >> 24 == 0 && group & pad == 0
  }

  private static func encode(buffer: UnsafeBufferPointer<UInt8>) -> String {
    let size = (buffer.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: size) { output in
      alphabet.withUnsafeBufferPointer { letters in
        var (from, to) = (0, 0)
        while from + 2 < buffer.count {
          let (a, b, c) = (buffer[from], buffer[from + 1], buffer[from + 2])
          output[to] = letters[Int(a >> 2)]
          output[to + 1] = letters[Int((a & 0x03) << 4 | b >> 4)]
          output[to + 2] = letters[Int((b & 0x0F) << 2 | c >> 6)]
          output[to + 3] = letters[Int(c & 0x3F)]
          from += 3
          to += 4
        }
        if from < buffer.count {
          let a = buffer[from]
          let b = from + 1 < buffer.count ? buffer[from + 1] : 0
          output[to] = letters[Int(a >> 2)]
          output[to + 1] = letters[Int((a & 0x03) << 4 | b >> 4)]
          if from + 1 < buffer.count { output[to + 2] = letters[Int((b & 0x0F) << 2)] }
        }
      }
      return size
    }
  }
}
