// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckOAuth

/// The processor time of a slider's two pictures, which are drawn, cut and compressed as PNG.
enum CaptchaBenchmark {
  static func run(rounds: Int) throws {
    let count = 20
    print("slider puzzle (processor time, \(rounds) rounds of \(count), each another picture)")
    var times = Measurement("background and piece as PNG")
    var bytes = 0
    for _ in 0..<rounds {
      let start = processorTime()
      for _ in 0..<count {
        let puzzle = try SliderPuzzle.make(random: RuntimeEnvironment.live.random)
        bytes = max(bytes, puzzle.background.count + puzzle.piece.count)
      }
      times.add((processorTime() - start) / Double(count) * 1e9)
    }
    print(times.latencyLine + " (wanted: at most 5 ms)")
    print("  maximum: \(bytes) bytes")
  }
}
