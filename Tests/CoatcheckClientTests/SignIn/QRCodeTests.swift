// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("QR codes")
struct QRCodeTests {
  /// A text of the given length in bytes, with the kinds of characters that URLs have.
  private static func text(_ count: Int) -> String {
    let letters = Array("https://abc/XYZ?019-._~%=&")
    return String((0..<count).map { letters[($0 * 7 + count) % letters.count] })
  }

  #if os(Linux)
    private static let reader = "/usr/bin/zbarimg"

    /// The shortest and the longest of each version, so that each is drawn.
    static let lengths = [
      1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213, 214,
      251, 252, 287,
    ]

    @Test(
      "an independent reader reads every size",
      .enabled(if: FileManager.default.isExecutableFile(atPath: reader), "zbar-tools is missing"))
    func foreignReader() throws {
      let folder = NSTemporaryDirectory() + "/qr-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      for count in Self.lengths {
        let text = Self.text(count)
        let code = try #require(QRCode(text))
        let file = "\(folder)/\(count).pbm"
        try code.pbm(scale: 3).write(toFile: file, atomically: true, encoding: .utf8)
        let run = try ChildProcess.run([Self.reader, "-q", "--raw", file])
        #expect(run.status == 0)
        // Without D-Bus, the reader's library prints a warning as well.
        #expect(run.output.split(separator: "\n").contains { $0 == text }, "\(count) bytes")
      }
    }
  #endif

  @Test("a text that is too long has no code")
  func length() {
    #expect(QRCode(Self.text(288)) == nil)
    #expect(QRCode(Self.text(287))?.size == 65)
    #expect(QRCode(Self.text(14))?.size == 21)
    #expect(QRCode("")?.size == 21)
  }

  @Test("the lines for a terminal show each module once, with a light border")
  func lines() throws {
    let code = try #require(QRCode("https://op.example/device?user_code=WDJB-MJHT"))
    let lines = code.lines(usesColour: false)
    #expect(lines.count == (code.size + 4 + 1) / 2)
    #expect(lines.allSatisfy { $0.count == code.size + 4 })
    #expect(lines.first?.allSatisfy { $0 == "\u{2588}" } == true)
    for (index, line) in lines.enumerated() {
      for (column, block) in line.enumerated() {
        let (row, column) = (index * 2 - 2, column - 2)
        #expect((block == " " || block == "\u{2584}") == code.isDark(row, column))
        #expect((block == " " || block == "\u{2580}") == code.isDark(row + 1, column))
      }
    }
    let coloured = code.lines(usesColour: true)
    #expect(zip(lines, coloured).allSatisfy { $1 == "\u{1B}[97;40m\($0)\u{1B}[0m" })
  }
}
