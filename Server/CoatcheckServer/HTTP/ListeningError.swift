// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore

/// An address could not be bound: it is in use, is not one of this machine, or is not allowed.
public struct ListeningError: Error, Sendable, CustomStringConvertible {
  /// The address and port, and what the system says about them.
  public let description: String

  init(host: String, port: Int, error: IOError) {
    let reason = String(cString: strerror(error.errnoCode))
    description = "cannot listen on \(host):\(port): \(reason)"
  }
}
