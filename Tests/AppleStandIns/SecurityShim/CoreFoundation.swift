// SPDX-License-Identifier: Apache-2.0

import Foundation

// Core Foundation's types as Foundation's classes: then a missing `as String` or `as CFDictionary` does not compile
// here either, and `as` bridges as on Apple's systems.

/// A result code.
public typealias OSStatus = Int32
/// A text.
public typealias CFString = NSString
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A list.
public typealias CFArray = NSArray
/// Bytes.
public typealias CFData = NSData
/// Any object.
public typealias CFTypeRef = AnyObject
/// What allocates; always nil.
public final class CFAllocator {}
/// An error of Core Foundation.
public final class CFError: Error {
  /// Its number.
  public let code: Int

  init(_ code: Int) { self.code = code }
}
