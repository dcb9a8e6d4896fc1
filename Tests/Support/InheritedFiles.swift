// SPDX-License-Identifier: Apache-2.0
public import Glibc

/// What a program that is started finds open besides its standard streams.
public enum InheritedFiles {
  /// Lets it find nothing: the sockets on which servers of other tests listen would stay open in it.
  public static func close(in actions: inout posix_spawn_file_actions_t) {
    _ = addCloseFrom(&actions, 3)
  }
}

// The header of the C library keeps the name for programs that ask for GNU's own functions.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
) -> Int32
