// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An address that only this machine reaches.
enum LoopbackAddress: Sendable, Hashable {
  /// An address of 127.0.0.0/8, by its four bytes.
  case v4(UInt8, UInt8, UInt8, UInt8)
  /// `::1`.
  case v6

  /// 127.0.0.1.
  static let v4 = LoopbackAddress.v4(127, 0, 0, 1)

  /// The addresses that a host stands for.
  ///
  /// RFC 6761 §6.3: "Application software MAY recognize localhost names as special". Browsers try both of
  /// its addresses, and another program must not receive the callback at the second one.
  ///
  /// - Parameter host: `localhost`, `[::1]` or four decimal numbers.
  static func all(of host: String) -> [LoopbackAddress] {
    switch host {
    case "localhost": return [.v4, .v6]
    case "[::1]": return [.v6]
    default:
      let bytes = host.split(separator: ".").compactMap { UInt8($0) }
      return bytes.count == 4 ? [.v4(bytes[0], bytes[1], bytes[2], bytes[3])] : []
    }
  }

  /// Calls `body` with the address as the system's functions take it.
  func withAddress<Result>(
    port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    switch self {
    case .v4(let one, let two, let three, let four):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: [one, two, three, four]) }
      return Self.rebound(&address, body)
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return Self.rebound(&address, body)
    }
  }

  /// The family of its sockets.
  var family: Int32 {
    switch self {
    case .v4: AF_INET
    case .v6: AF_INET6
    }
  }

  private static func rebound<Address, Result>(
    _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
