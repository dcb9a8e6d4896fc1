// SPDX-License-Identifier: Apache-2.0

/// What libFuzzer calls with every input; the result is always 0.
public typealias FuzzTarget = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

// SwiftPM renames the entry point of a program, so that libFuzzer's `main` is not linked: its driver is
// called here.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: FuzzTarget
) -> CInt

/// Some linkers take libFuzzer's own entry along all the same; it is never run, and wants this.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }

/// Runs libFuzzer with the program's arguments: the folders of inputs, and its options.
public func drive(_ target: FuzzTarget) -> CInt {
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  return runDriver(&count, &arguments, target)
}

/// The input as bytes.
public func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: count))
}

/// The input as text.
public func text(_ start: UnsafePointer<UInt8>?, _ count: Int) -> String {
  String(decoding: input(start, count), as: UTF8.self)
}

/// Stops the program, which libFuzzer notes as a finding together with the input.
public func require(_ condition: Bool, _ property: StaticString) {
  if !condition { preconditionFailure("not so: \(property)") }
}
