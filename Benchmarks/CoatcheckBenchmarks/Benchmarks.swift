// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Measures what the project promises. Build it with `-c release`; a debug build measures nothing.
///
/// ```
/// CoatcheckBenchmarks                            cached token and ID token check
/// CoatcheckBenchmarks daemon PROGRAM [SECONDS]   cold start, memory, tokens per CPU-second
/// CoatcheckBenchmarks start-up HELLO PROGRAM     whole processes, without hyperfine
/// CoatcheckBenchmarks store FOLDER               writes the session that start-up.sh reads
/// ```
@main
struct Benchmarks {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("benchmarks: error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    let rounds = ProcessInfo.processInfo.environment["ROUNDS"].flatMap(Int.init) ?? 15
    switch arguments.first {
    case nil:
      try await CachedTokenBenchmark.run(rounds: rounds)
      try TokenCheckBenchmark.run(rounds: rounds)
    case "store" where arguments.count == 2:
      try await SampleSession.write(to: arguments[1])
    case "start-up" where arguments.count == 3:
      try StartUpBenchmark.run(hello: arguments[1], coatcheck: arguments[2], rounds: rounds * 10)
    case "daemon" where (2...3).contains(arguments.count):
      let seconds = arguments.count == 3 ? Double(arguments[2]) : 5
      guard let seconds, seconds > 0 else { throw Failure(text: "the seconds are no number") }
      try await DaemonBenchmark.run(program: arguments[1], starts: rounds, seconds: seconds)
    default:
      throw Failure(text: "usage: CoatcheckBenchmarks [daemon|start-up|store …]")
    }
  }
}
