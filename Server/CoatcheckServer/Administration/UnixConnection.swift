// SPDX-License-Identifier: Apache-2.0
package import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A blocking connection to a Unix socket, for a command that waits for its response.
package struct UnixConnection: Sendable {
  private let descriptor: Int32

  /// Connects.
  ///
  /// - Throws: `POSIXError` when there is no socket, or no server behind it.
  package init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count <= AdministrationSocket.longestPath else {
      _ = Glibc.close(descriptor)
      throw POSIXError(.ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let failure = Self.failure
      _ = Glibc.close(descriptor)
      throw failure
    }
  }

  /// Sends all bytes, and reads until the other end closes.
  package func exchange(_ data: Data) throws -> Data {
    var left = data[...]
    while !left.isEmpty {
      // `MSG_NOSIGNAL`: if the server has ended, the command must not be ended by SIGPIPE.
      let sent = left.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { throw Self.failure }
      left = left.dropFirst(sent)
    }
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw Self.failure }
      if count == 0 { return received }
      received.append(contentsOf: buffer[..<count])
    }
  }

  /// Closes the connection.
  package func close() { _ = Glibc.close(descriptor) }

  private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
