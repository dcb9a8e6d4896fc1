// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What another program prints.
enum ProgramOutput {
  /// Its standard output; nil when it cannot be started, fails, or has not ended after some seconds.
  static func of(_ path: String, _ arguments: [String]) async -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        guard (try? process.run()) != nil else { return continuation.resume(returning: nil) }
        let late = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10), execute: late)
        let bytes = try? output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        late.cancel()
        let isUsable = process.terminationReason == .exit && process.terminationStatus == 0
        continuation.resume(
          returning: isUsable ? String(validating: bytes ?? Data(), as: UTF8.self) : nil)
      }
    }
  }
}
