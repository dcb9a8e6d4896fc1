// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Whole processes, started one after the other: for machines without hyperfine.
enum StartUpBenchmark {
  static func run(hello: String, coatcheck: String, rounds: Int) throws {
    print("start-up (wall time of a whole process, \(rounds) interleaved rounds)")
    var tool = Measurement("coatcheck token")
    var least = Measurement("C hello world")
    for _ in 0..<rounds {
      tool.add(try nanoseconds([coatcheck, "token"]))
      least.add(try nanoseconds([hello]))
    }
    print(tool.line)
    print(least.line)
    print(ratio(tool, to: least, wanted: "at most 8"))
  }

  private static func nanoseconds(_ command: [String]) throws -> Double {
    let start = wallTime()
    let child = try Child(command, output: nil)
    guard child.wait() == 0 else { throw Failure(text: "\(command[0]) failed") }
    return (wallTime() - start) * 1e9
  }
}
