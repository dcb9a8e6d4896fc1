// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The library that stands between a program and the system calls of its store.
enum FaultLayer {
  /// What it does at one call.
  struct Fault: Sendable, CustomStringConvertible {
    enum How: String, Sendable, CaseIterable {
      case killBefore = "kill-before"
      case killAfter = "kill-after"
      case killMiddle = "kill-middle"
      case short
      case stop
      case fail
    }

    /// The number of the call, from one.
    let call: Int
    let how: How
    /// The error of a call that fails.
    var error: Int32 = 0

    var description: String {
      how == .fail ? "\(String(cString: strerror(error))) at call \(call)" : "\(how) \(call)"
    }
  }

  /// A call that was made.
  struct Call: Sendable, CustomStringConvertible {
    let number: Int
    let name: String
    let path: String

    /// Whether it can be done by half.
    var isWrite: Bool { name.hasSuffix("write") }
    var description: String { "\(number) \(name) \(path.split(separator: "/").last ?? "")" }
  }

  /// The compiled library.
  static func path() throws -> String { try compiled.get() }

  /// The environment variables with which a program meets a fault in a folder.
  static func variables(
    _ fault: Fault? = nil, in folder: String, log: String? = nil
  ) throws -> [String: String] {
    var variables = ["LD_PRELOAD": try path(), "FAULT_DIR": folder]
    variables["FAULT_LOG"] = log
    if let fault {
      variables["FAULT_AT"] = "\(fault.call)"
      variables["FAULT_HOW"] = fault.how.rawValue
      variables["FAULT_ERRNO"] = "\(fault.error)"
    }
    return variables
  }

  /// The variables with which all calls of these kinds fail while there is a file.
  static func variables(
    error: Int32, kinds: String, in folder: String, whileThereIs file: String
  ) throws -> [String: String] {
    [
      "LD_PRELOAD": try path(), "FAULT_DIR": folder, "FAULT_WHILE": file, "FAULT_KINDS": kinds,
      "FAULT_ERRNO": "\(error)",
    ]
  }

  /// The calls in a log.
  static func calls(_ log: String) throws -> [Call] {
    try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let number = Int(words[0]) else { throw Unexpected("\(line)") }
      return Call(number: number, name: String(words[1]), path: String(words[2]))
    }
  }

  private static let compiled = Result { () throws -> String in
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "FaultLayer/fault-layer.c").path
    let library = BuiltProgram.path("fault-layer.so")
    let new = library + ".\(getpid())"
    let words = ["cc", "-shared", "-fPIC", "-O1", "-o", new, source, "-ldl", "-lpthread"]
    guard try ChildProcess.run(words).status == 0, rename(new, library) == 0 else {
      throw Unexpected("the fault layer cannot be compiled")
    }
    return library
  }
}

/// Something did not come as it should.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
