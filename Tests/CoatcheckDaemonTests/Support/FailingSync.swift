// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A disk that takes bytes and then does not say that it has them, while there is a file.
enum FailingSync {
  /// The environment variables with which a program meets it.
  ///
  /// - Parameters:
  ///   - folder: What is on that disk.
  ///   - file: The file that turns it on.
  static func variables(in folder: String, whileThereIs file: String) throws -> [String: String] {
    [
      "LD_PRELOAD": try compiled.get(), "FAULT_DIR": folder, "FAULT_WHILE": file,
      "FAULT_KINDS": "s", "FAULT_ERRNO": "\(EIO)",
    ]
  }

  private static let compiled = Result { () throws -> String in
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = tests.appending(path: "FaultLayer/fault-layer.c").path
    let library = BuiltProgram.path("failing-sync.so")
    let new = library + ".\(getpid())"
    let words = ["cc", "-shared", "-fPIC", "-O1", "-o", new, source, "-ldl", "-lpthread"]
    guard try ChildProcess.run(words).status == 0, rename(new, library) == 0 else {
      throw CocoaError(.executableLoad)
    }
    return library
  }
}
