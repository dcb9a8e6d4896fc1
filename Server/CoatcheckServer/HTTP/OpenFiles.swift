// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The limit of open files and sockets of the process.
enum OpenFiles {
  /// The files that are reserved for the store, event loops and outgoing requests.
  private static let reserve = 64

  /// The number of connections that leaves this reserve.
  static var connections: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return max(8, (limit > 0 ? limit : 1024) - reserve)
  }
}
