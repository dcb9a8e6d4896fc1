// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Owns a name on the session bus and never responds, like a dialog that is never shown.
enum OwnedName {
  struct Missing: Error {}

  /// Takes the name, reports it, and does not respond until the program is killed.
  static func take(_ name: String) throws {
    typealias Own =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?,
        UnsafeRawPointer?, UnsafeRawPointer?
      ) -> UInt32
    typealias Iterate = @convention(c) (UnsafeRawPointer?, Int32) -> Int32
    guard let library = dlopen("libgio-2.0.so.0", RTLD_NOW),
      let own = dlsym(library, "g_bus_own_name"),
      let iterate = dlsym(library, "g_main_context_iteration")
    else { throw Missing() }
    _ = unsafeBitCast(own, to: Own.self)(2, name, 0, nil, nil, nil, nil, nil)
    for _ in 0..<50 {
      while unsafeBitCast(iterate, to: Iterate.self)(nil, 0) != 0 {}
      usleep(10_000)
    }
    say("owns \(name)")
    raise(SIGSTOP)
  }
}
