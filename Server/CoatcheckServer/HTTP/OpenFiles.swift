// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How many files and sockets this process may have open.
enum OpenFiles {
  /// What the process itself needs: its store, its threads' queues, requests to others.
  private static let reserve = 64

  /// How many connections leave enough for that.
  static var connections: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return max(8, (limit > 0 ? limit : 1024) - reserve)
  }
}
