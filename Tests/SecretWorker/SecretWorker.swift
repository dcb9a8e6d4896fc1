// SPDX-License-Identifier: Apache-2.0
import CoreMetrics
import Foundation
import InMemoryTracing
import Logging
import Tracing

/// Runs every flow with all logs, metrics and spans of the library, for a test to search the output.
///
/// ```
/// SecretWorker FOLDER MARKS [plant]
/// ```
///
/// Logs at `trace`, metrics, spans, and each value and error in all the forms Swift has for it go to the standard
/// streams; databases go to FOLDER. The secrets themselves go to MARKS, one line each: what it is, a tab, and
/// the secret. With `plant` it leaks one secret in each place, so that the test sees that its search finds them.
@main
struct SecretWorker {
  static func main() async {
    let words = CommandLine.arguments
    guard words.count >= 3 else {
      Show.line("usage: SecretWorker FOLDER MARKS [plant]")
      exit(64)
    }
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = .trace
      return handler
    }
    MetricsSystem.bootstrap(PrintedMetrics())
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    let marks = Marks()
    do {
      if words.dropFirst(3).first == "plant" {
        try Planted.leak(into: words[1], marks)
      } else {
        try await Rehearsal(folder: words[1], marks: marks).run()
      }
      for span in tracer.finishedSpans { PrintedSpans.show(span) }
      // What `ps` shows of a process.
      for name in ["cmdline", "environ", "comm"] {
        let data = (try? Data(contentsOf: URL(filePath: "/proc/self/" + name))) ?? Data()
        Show.line("\(name): \(String(decoding: data, as: UTF8.self))")
      }
      try marks.write(to: words[2])
    } catch {
      Show.line("failed: \(error)")
      exit(1)
    }
  }
}
