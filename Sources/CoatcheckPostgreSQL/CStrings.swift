// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Passes texts to a C function, for the duration of the call.
enum CStrings {
  static func with<R>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) throws -> R
  ) rethrows -> R {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { $0.map { UnsafePointer<CChar>($0) } } + [nil]
    return try pointers.withUnsafeBufferPointer { try body($0.baseAddress) }
  }
}
