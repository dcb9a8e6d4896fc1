// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import Foundation

/// Keeps a session beside other programs, and does what the lines of its standard input say.
///
/// ```
/// SessionWorker file FOLDER ISSUER
/// SessionWorker postgresql ADDRESS ISSUER
/// now 1700000000     the wall clock it believes in         ok
/// token              a token that can be used now          token GENERATION SHA256
/// tokens             the same of all sessions at once      tokens COUNT SHA256
/// refresh            the tokens replaced                   token GENERATION SHA256
/// load               what is stored                        token GENERATION SHA256, or none
/// status             how it stands with the session        a word
/// sign-in            a sign-in; the reader of `open URL`   token GENERATION SHA256
///                    answers with `callback URL`
/// begin FLOW         a sign-in that waits for its callback  open URL
/// resume FLOW CALLBACK
///                    a sign-in finished, which this or      token GENERATION SHA256, or none
///                    another worker began
/// sign-out           signed out here and at the issuer     signed-out STEP=OUTCOME …
/// quit
/// ```
///
/// An error is answered by `error OUTCOME CODE`. Tokens are told by their hashes alone.
@main
struct SessionWorker {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 3, let store = await WorkerStore.open(words[1], words[2]) else {
      FileHandle.standardError.write(
        Data("usage: SessionWorker file|postgresql PLACE ISSUER\n".utf8))
      exit(64)
    }
    let worker = Worker(store: store, issuer: words[3])
    while let line = readLine() {
      if line == "quit" { break }
      Line.write(await worker.answer(line))
    }
  }
}

/// The lines of standard output.
enum Line {
  static func write(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
