// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A terminal of a given width, for a program to write to.
final class PseudoTerminal: Sendable {
  /// The end for the program.
  let path: String
  private let master: Int32

  // The C library's functions for this are not in Swift's module of it: these are their requests.
  private static let unlock = UInt(0x4004_5431)  // TIOCSPTLCK
  private static let number = UInt(0x8004_5430)  // TIOCGPTN

  init(columns: UInt16) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard master >= 0, ioctl(master, Self.unlock, &isLocked) == 0,
      ioctl(master, Self.number, &number) == 0, ioctl(master, UInt(TIOCSWINSZ), &size) == 0
    else { throw POSIXError(.EIO) }
    path = "/dev/pts/\(number)"
  }

  deinit { close(master) }

  /// What was written, once the program has ended.
  func written() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
