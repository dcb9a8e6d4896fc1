// SPDX-License-Identifier: Apache-2.0

/// One word of a command, as the user can copy it into a POSIX shell.
package enum ShellWord {
  /// The word as it is where no character of it means anything to a shell, else in single quotes.
  ///
  /// [POSIX.1-2017, Shell Command Language §2.2.2](https://pubs.opengroup.org/onlinepubs/9699919799/utilities/V3_chap02.html#tag_18_02_02):
  /// "A single-quote cannot occur within single-quotes."
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "@%_+=:,./-".utf8.contains(byte)
      }
    }
    if isPlain, !word.isEmpty { return word }
    let pieces = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + pieces.joined(separator: "'\\''") + "'"
  }
}
