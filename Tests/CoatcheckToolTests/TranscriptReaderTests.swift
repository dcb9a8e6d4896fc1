// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The syntax of the transcripts")
struct TranscriptReaderTests {
  @Test("a command has its words, input, both outputs and status")
  func reads() throws {
    let transcript = try Transcript("# c\nuser allows\n$ a 'b c' ''\n< in\n1| out\n2|\n= 3\n")
    #expect(
      transcript.steps == [
        .setting(line: 2, words: ["user", "allows"]),
        .command(
          .init(
            line: 3, words: ["a", "b c", ""], input: "in\n", output: ["out"], errors: [""],
            status: 3)),
      ])
  }

  @Test("an expectation without a command is an error")
  func orphan() {
    #expect(throws: Transcript.Malformed.self) { try Transcript("1| out") }
  }

  @Test("a word in angle brackets matches any text, and everything else itself")
  func fits() {
    #expect(Transcript.fits("x.42 s", "x.<n> s"))
    #expect(!Transcript.fits("x. s", "x.<n> s"))
    #expect(!Transcript.fits("xy42 s", "x.<n> s"))
    #expect(!Transcript.fits("x.42 s!", "x.<n> s"))
  }
}
