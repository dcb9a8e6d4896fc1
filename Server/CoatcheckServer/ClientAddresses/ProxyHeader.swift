// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The header of the PROXY protocol, version 2, at the beginning of a connection: the address of the client
/// that connected to the proxy.
///
/// [PROXY protocol §2.2](https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt)
enum ProxyHeader: Equatable {
  /// The maximum length after the first 16 bytes. The addresses take up to 36 bytes; the rest are
  /// extensions (TLV), which are skipped, also the checksum.
  static let limit = 2_048
  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]

  /// More bytes are needed.
  case incomplete
  /// It is not such a header, or it is longer than the limit.
  case malformed
  /// A header of this length. `client` is nil when the proxy opened the connection itself, as for a health
  /// check.
  case read(length: Int, client: IPAddress?)

  /// Parses the first bytes of a connection.
  init(_ bytes: ByteBufferView) {
    let known = min(bytes.count, Self.signature.count)
    guard bytes.prefix(known).elementsEqual(Self.signature.prefix(known)) else {
      self = .malformed
      return
    }
    guard bytes.count >= 16 else {
      self = .incomplete
      return
    }
    let head = Array(bytes.prefix(16))
    let length = Int(head[14]) << 8 | Int(head[15])
    // "The highest four bits contains the version. … it must always be sent as \x2 and the receiver must only accept
    // this value."
    guard head[12] >> 4 == 2, length <= Self.limit else {
      self = .malformed
      return
    }
    guard bytes.count >= 16 + length else {
      self = .incomplete
      return
    }
    self = Self.read(command: head[12] & 0xF, head[13], Array(bytes.dropFirst(16).prefix(length)))
  }

  private static func read(command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> ProxyHeader {
    let length = 16 + rest.count
    switch (command, family) {
    // "\x0 : LOCAL : the connection was established on purpose by the proxy … The receiver must accept this connection as
    // valid and must use the real connection endpoints and discard the protocol block including the family which is
    // ignored."
    case (0, _): return .read(length: length, client: nil)
    // "\x11 : TCP over IPv4"
    case (1, 0x11) where rest.count >= 12:
      return .read(length: length, client: IPAddress(bytes: Array(rest.prefix(4))))
    // "\x21 : TCP over IPv6"
    case (1, 0x21) where rest.count >= 36:
      return .read(length: length, client: IPAddress(bytes: Array(rest.prefix(16))))
    // "\x00 : UNSPEC : … the receiver is free to accept the connection anyway and use the real endpoint addresses"
    case (1, 0x00): return .read(length: length, client: nil)
    // "Receivers must drop connections presenting unexpected values here."
    default: return .malformed
    }
  }
}
