// SPDX-License-Identifier: Apache-2.0
import CLibPQ

/// PostgreSQL's client library: https://www.postgresql.org/docs/15/libpq.html
///
/// It is loaded at run time when a database is named: a program without one needs no libpq, and starts
/// sooner.
package final class LibPQ: @unchecked Sendable {
  /// Its functions.
  let call: LibPQFunctions

  /// The usual file name of the library.
  #if canImport(Darwin)
    // Linked statically: the library is in a folder that is not searched.
    package static let usual: String? = nil
  #else
    package static let usual: String? = "libpq.so.5"
  #endif

  /// - Parameter name: The file name; nil for the linked library.
  /// - Throws: `settings` when it is not on this machine, or is older than version 14.
  package init(named name: String? = usual) throws(PostgreSQLFailure) {
    var functions = LibPQFunctions()
    if let missing = loadLibPQ(name, &functions) {
      throw .settings(
        "PostgreSQL's library cannot be loaded: \(String(cString: missing)) is missing. Install libpq 14 or "
          + "newer (Debian: libpq5)")
    }
    call = functions
  }
}
