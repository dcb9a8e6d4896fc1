// SPDX-License-Identifier: Apache-2.0
public import Glibc

/// The open files that a program inherits besides its standard streams.
public enum InheritedFiles {
  /// Closes them in the program: listening sockets of other tests would stay open in it.
  public static func close(in actions: inout posix_spawn_file_actions_t) {
    _ = addCloseFrom(&actions, 3)
  }
}

// The header of the C library declares this function only for programs with `_GNU_SOURCE`.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
) -> Int32
