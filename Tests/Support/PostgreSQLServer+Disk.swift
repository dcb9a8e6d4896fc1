// SPDX-License-Identifier: Apache-2.0
import Foundation

extension PostgreSQLServer {
  private var filler: String { folder + "/data/filler" }

  /// Fills the disk of the server, to the last byte.
  public func fillDisk() throws {
    _ = FileManager.default.createFile(atPath: filler, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: filler))
    defer { try? file.close() }
    let page = Data(count: 4096)
    while (try? file.write(contentsOf: page)) != nil {}
  }

  /// Frees the space on the disk again.
  public func freeDisk() throws { try FileManager.default.removeItem(atPath: filler) }
}
