// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The transcripts' own rules")
struct TranscriptReaderTests {
  @Test("words, input, both outputs and the status belong to their command")
  func reads() throws {
    let transcript = try Transcript("# c\nperson allows\n$ a 'b c' ''\n< in\n1| out\n2|\n= 3\n")
    #expect(
      transcript.steps == [
        .setting(line: 2, words: ["person", "allows"]),
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

  @Test("a word in angle brackets stands for some text, and everything else for itself")
  func fits() {
    #expect(Transcript.fits("x.42 s", "x.<n> s"))
    #expect(!Transcript.fits("x. s", "x.<n> s"))
    #expect(!Transcript.fits("xy42 s", "x.<n> s"))
    #expect(!Transcript.fits("x.42 s!", "x.<n> s"))
  }
}
