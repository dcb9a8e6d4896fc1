// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import Foundation

/// Uses sessions beside other programs, and executes the commands on its standard input.
///
/// ```
/// SessionWorker file FOLDER ISSUER
/// SessionWorker postgresql ADDRESS ISSUER
/// now 1700000000     sets the wall clock                   ok
/// token              gets a valid access token             token GENERATION SHA256
/// tokens             the same for all sessions at once     tokens COUNT SHA256
/// refresh            refreshes the tokens                  token GENERATION SHA256
/// load               reads the stored tokens               token GENERATION SHA256, or none
/// status             the status of the session             a word
/// sign-in            signs in; the reader of `open URL`    token GENERATION SHA256
///                    responds with `callback URL`
/// begin FLOW         begins a sign-in                      open URL
/// resume FLOW CALLBACK
///                    finishes a sign-in that this or       token GENERATION SHA256, or none
///                    another worker began
/// sign-out           signs out here and at the issuer      signed-out STEP=OUTCOME …
/// quit
/// ```
///
/// An error is reported as `error OUTCOME CODE`. Only hashes of tokens are printed.
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
