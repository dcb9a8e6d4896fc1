// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import Foundation
  import Synchronization

  /// A terminal for a program, whose keyboard and screen are this process.
  final class Pseudoterminal: Sendable {
    private let keyboard: Int32
    private let shown = Mutex<[UInt8]>([])
    /// The path of the program's end.
    let path: String

    /// - Parameter columns: The width that it reports.
    init(columns: UInt16 = 80) throws {
      keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (locked, number): (Int32, Int32) = (0, 0)
      var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      // TIOCSPTLCK and TIOCGPTN, which the header hides.
      guard keyboard >= 0, ioctl(keyboard, 0x4004_5431, &locked) == 0,
        ioctl(keyboard, 0x8004_5430, &number) == 0,
        ioctl(keyboard, UInt(TIOCSWINSZ), &size) == 0
      else { throw POSIXError(.ENXIO) }
      path = "/dev/pts/\(number)"
      Thread.detachNewThread { [weak self, keyboard] in
        // The next terminal may get the number of this file, which must not be read here then.
        defer { close(keyboard) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = read(keyboard, &buffer, buffer.count)
          // Until the program opens its end, reading fails.
          if count < 0, errno == EIO, self != nil {
            usleep(2000)
            continue
          }
          guard count > 0, let self else { return }
          self.shown.withLock { $0 += buffer[..<count] }
        }
      }
    }

    /// What is on the screen.
    var screen: String { String(decoding: shown.withLock { $0 }, as: UTF8.self) }

    /// Whether it shows what is typed.
    var showsTyping: Bool {
      var settings = termios()
      return tcgetattr(keyboard, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Types a text, in chunks as a terminal sends pasted text.
    func type(_ text: String) {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.prefix(512).withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
        usleep(1000)
      }
    }
  }
#endif
