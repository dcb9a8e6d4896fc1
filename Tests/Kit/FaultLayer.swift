// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The library `Tests/FaultLayer`, which makes the system calls of a program's store fail.
public enum FaultLayer {
  /// A fault at one call.
  public struct Fault: Sendable, CustomStringConvertible {
    /// What happens at the call.
    public enum How: String, Sendable, CaseIterable {
      case killBefore = "kill-before"
      case killAfter = "kill-after"
      case killMiddle = "kill-middle"
      case short
      case stop
      case fail
    }

    /// The number of the call, from one.
    public let call: Int
    /// What happens at the call.
    public let how: How
    /// The error of a call that fails.
    public var error: Int32

    /// A fault at one call.
    public init(call: Int, how: How, error: Int32 = 0) {
      self.call = call
      self.how = how
      self.error = error
    }

    /// The fault and the number of the call.
    public var description: String {
      how == .fail ? "\(String(cString: strerror(error))) at call \(call)" : "\(how) \(call)"
    }
  }

  /// A call that was made.
  public struct Call: Sendable, CustomStringConvertible {
    /// Its number, from one.
    public let number: Int
    /// The function's name.
    public let name: String
    /// The file.
    public let path: String

    /// Whether the call writes bytes, and so can write half of them.
    public var isWrite: Bool { name.hasSuffix("write") }
    /// The number, the function and the file.
    public var description: String { "\(number) \(name) \(path.split(separator: "/").last ?? "")" }
  }

  /// The compiled library.
  public static func path() throws -> String { try compiled.get() }

  /// The environment variables that set a fault in a folder.
  ///
  /// - Parameters:
  ///   - fault: The fault.
  ///   - folder: The folder.
  ///   - log: A file that gets a line for each call.
  ///   - file: Calls are counted only while this file exists; nil to count all.
  public static func variables(
    _ fault: Fault? = nil, in folder: String, log: String? = nil,
    countedWhileThereIs file: String? = nil
  ) throws -> [String: String] {
    var variables = ["LD_PRELOAD": try path(), "FAULT_DIR": folder]
    variables["FAULT_LOG"] = log
    variables["FAULT_WHILE"] = file
    if let fault {
      variables["FAULT_AT"] = "\(fault.call)"
      variables["FAULT_HOW"] = fault.how.rawValue
      variables["FAULT_ERRNO"] = "\(fault.error)"
    }
    return variables
  }

  /// The environment variables that make all calls of these kinds fail while a file exists.
  public static func variables(
    error: Int32, kinds: String, in folder: String, whileThereIs file: String
  ) throws -> [String: String] {
    [
      "LD_PRELOAD": try path(), "FAULT_DIR": folder, "FAULT_WHILE": file, "FAULT_KINDS": kinds,
      "FAULT_ERRNO": "\(error)",
    ]
  }

  /// The calls in a log.
  public static func calls(_ log: String) throws -> [Call] {
    try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let number = Int(words[0]) else { throw Unexpected("\(line)") }
      return Call(number: number, name: String(words[1]), path: String(words[2]))
    }
  }

  private static let compiled = Result { () throws -> String in
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "FaultLayer/fault-layer.c").path
    let library = BuiltProgram.path("fault-layer.so")
    let new = library + ".\(getpid())"
    let words = ["cc", "-shared", "-fPIC", "-O1", "-o", new, source, "-ldl", "-lpthread"]
    guard try ChildProcess.run(words).status == 0, rename(new, library) == 0 else {
      throw Unexpected("the fault layer cannot be compiled")
    }
    return library
  }
}
