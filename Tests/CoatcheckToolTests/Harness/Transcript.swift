// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A transcript of commands and their output, as written in `Tests/Transcripts`.
///
/// ```
/// # a comment
/// user allows                   what the user at the browser does from here on
/// expire main                   makes the stored access token of `main` an expired one
/// exhaust main                  the same, and removes the refresh token
/// interrupt main                stores the marker of a refresh whose outcome is unknown
/// forge main                    replaces the refresh token by one that was not issued
/// tarnish main                  the same for the access token, as if it had been there for ten minutes
/// standin kii                   starts coatcheck-standin; {kii} is where it is
/// link git-credential-coatcheck a link to coatcheck in the PATH
/// gate host basic,bearer tls    starts a server that takes tokens so, with TLS; {host} is where it is
/// peer cloud cloud              starts Programs/cloud.py; {cloud} is where it is, {cloud port 2} its second port
/// log host none-401 basic-200   the schemes and statuses of all requests there until now
/// file secret 'app secret'      a file in {folder}; the text may have several lines
/// set COATCHECK_ACCOUNT main    an environment variable from here on
/// $ coatcheck token main        a command, of coatcheck or another program; {issuer}, {api}, {token} and so on are filled in
/// < one line of standard input
/// 1| <token>                    a line of standard output; <word> stands for any text
/// 2| coatcheck: error: …        a line of standard error
/// = 3                           the exit status; 0 needs no such line
/// ```
struct Transcript {
  struct Command: Equatable {
    var line: Int
    var words: [String]
    var input = ""
    var output: [String] = []
    var errors: [String] = []
    var status: Int32 = 0
  }

  enum Step: Equatable {
    case command(Command)
    case setting(line: Int, words: [String])
  }

  struct Malformed: Error { let line: Int }

  let steps: [Step]

  init(_ text: String) throws {
    var steps: [Step] = []
    var begun: (number: Int, text: String)?
    for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let number = begun?.number ?? index + 1
      let line = Substring(begun.map { $0.text + "\n" + part } ?? String(part))
      begun = nil
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("file "), !line.count(where: { $0 == "'" }).isMultiple(of: 2) {
        // A quoted text continues on the next line.
        begun = (number, String(line))
        continue
      }
      if line.hasPrefix("$ ") {
        steps.append(.command(Command(line: number, words: Self.words(line.dropFirst(2)))))
      } else if let (mark, rest) = Self.mark(line) {
        guard case .command(var command)? = steps.popLast() else { throw Malformed(line: number) }
        switch mark {
        case "<": command.input += rest + "\n"
        case "1|": command.output.append(rest)
        case "2|": command.errors.append(rest)
        default:
          guard let status = Int32(rest) else { throw Malformed(line: number) }
          command.status = status
        }
        steps.append(.command(command))
      } else {
        steps.append(.setting(line: number, words: Self.words(line)))
      }
    }
    self.steps = steps
  }

  private static func mark(_ line: Substring) -> (String, String)? {
    for mark in ["<", "1|", "2|", "="] where line == mark || line.hasPrefix(mark + " ") {
      return (mark, String(line.dropFirst(mark.count + 1)))
    }
    return nil
  }

  /// Splits at spaces; what stands between single quotes stays together.
  private static func words(_ text: Substring) -> [String] {
    var words: [String] = []
    var word: String?
    var quoted = false
    for character in text {
      if character == "'" {
        quoted.toggle()
        word = word ?? ""
      } else if character == " " && !quoted {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  /// Whether a printed line matches an expected one.
  static func fits(_ printed: String, _ expected: String) -> Bool {
    var pattern = "^"
    var rest = expected[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      pattern += NSRegularExpression.escapedPattern(for: String(rest[..<open])) + ".+"
      rest = rest[rest.index(after: close)...]
    }
    pattern += NSRegularExpression.escapedPattern(for: String(rest)) + "$"
    return printed.range(of: pattern, options: .regularExpression) != nil
  }
}
