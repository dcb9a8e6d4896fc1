// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Compares whole processes, which are started one after the other in turns.
enum ProcessBenchmark {
  /// - Parameter pairs: Labels and command lines in turns. The words of a command line are separated by
  ///   single spaces; `< FILE` at its end is the standard input. The others are compared with the last one.
  static func run(_ pairs: [String], rounds: Int) throws {
    var commands: [(words: [String], input: String, times: Measurement)] = []
    for index in stride(from: 0, to: pairs.count, by: 2) {
      var words = pairs[index + 1].split(separator: " ").map(String.init)
      var input = "/dev/null"
      if words.count > 2, words[words.count - 2] == "<" {
        input = words.removeLast()
        words.removeLast()
      }
      guard !words.isEmpty else { throw Failure(text: "\(pairs[index]) has no command") }
      commands.append((words, input, Measurement(pairs[index])))
    }
    print("whole processes (wall time, \(rounds) interleaved rounds)")
    // The first round, which is not counted, brings the files into memory.
    for round in 0...rounds {
      for index in commands.indices {
        let start = wallTime()
        let child = try Child(
          commands[index].words, input: commands[index].input, output: nil)
        guard child.wait() == 0 else {
          throw Failure(text: "\(commands[index].words.joined(separator: " ")) failed")
        }
        if round > 0 { commands[index].times.add((wallTime() - start) * 1e9) }
      }
    }
    for command in commands { print(command.times.latencyLine) }
    guard let last = commands.last else { return }
    for command in commands.dropLast() {
      let values = (command.times.best / last.times.best, command.times.median / last.times.median)
      print(
        "  \(command.times.name) : \(last.times.name) = "
          + String(format: "%.2f by best, %.2f by median", values.0, values.1))
    }
  }
}
