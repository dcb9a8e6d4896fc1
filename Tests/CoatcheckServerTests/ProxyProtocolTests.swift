// SPDX-License-Identifier: Apache-2.0
import NIOCore
import TestKit

@testable import CoatcheckServer

@Suite("the PROXY protocol", .timeLimit(.minutes(10)))
struct ProxyProtocolTests {
  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]
  private static let four: [UInt8] = [10, 1, 2, 3, 127, 0, 0, 1, 4, 0, 5, 0]
  private static let mapped: [UInt8] =
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 1, 2, 3] + [UInt8](repeating: 0, count: 20)
  private static let six: [UInt8] =
    [0x20, 0x01, 0x0D, 0x0B, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7] + [UInt8](repeating: 0, count: 20)

  private static func header(
    _ command: UInt8 = 0x21, _ family: UInt8 = 0x11, _ rest: [UInt8] = four, length: Int? = nil
  ) -> [UInt8] {
    let length = length ?? rest.count
    return signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
  }

  private static func read(_ length: Int, _ client: String?) -> ProxyHeader {
    .read(length: length, client: client.flatMap { IPAddress($0) })
  }

  private static let rows: [Case<([UInt8], ProxyHeader)>] = [
    Case("IPv4", (header(), read(28, "10.1.2.3"))),
    Case("IPv6", (header(0x21, 0x21, six), read(52, "2001:d0b::7"))),
    Case(
      "IPv4 written as IPv6",
      (
        header(
          0x21, 0x21,
          mapped), read(52, "10.1.2.3")
      )),
    Case(
      "extensions (TLV) are skipped",
      (header(0x21, 0x11, four + [3, 0, 4, 1, 2, 3, 4, 4, 0, 0]), read(38, "10.1.2.3"))),
    Case("later bytes are not read", (header() + Array("GET /".utf8), read(28, "10.1.2.3"))),
    Case("LOCAL: the proxy for itself", (header(0x20, 0x11), read(28, nil))),
    Case("the proxy for itself, without addresses", (header(0x20, 0x00, []), read(16, nil))),
    Case(
      "the proxy for itself, of a family that does not matter",
      (header(0x20, 0xFF, [1]), read(17, nil))),
    Case("a client without an address", (header(0x21, 0x00, []), read(16, nil))),
    Case("no bytes", ([], .incomplete)),
    Case("a part of the signature", (Array(signature.prefix(5)), .incomplete)),
    Case("all but the last byte", (Array(header().dropLast()), .incomplete)),
    Case(
      "the maximum length",
      (header(0x21, 0x11, four + [UInt8](repeating: 4, count: 2_036)), read(2_064, "10.1.2.3"))),
    Case("one byte over the maximum", (header(0x21, 0x11, [], length: 2_049), .malformed)),
    Case("64 KiB", (header(0x21, 0x11, [], length: 65_535), .malformed)),
    Case("the text form", (Array("PROXY TCP4 10.1.2.3 127.0.0.1 1024 1280\r\n".utf8), .malformed)),
    Case("HTTP", (Array("G".utf8), .malformed)),
    Case("another byte in the signature", (Array(signature.prefix(11)) + [0x0B], .malformed)),
    Case("version 1", (header(0x11), .malformed)),
    Case("version 3", (header(0x31), .malformed)),
    Case("an unknown command", (header(0x22), .malformed)),
    Case("UDP", (header(0x21, 0x12), .malformed)),
    Case("a Unix socket", (header(0x21, 0x31, [UInt8](repeating: 1, count: 216)), .malformed)),
    Case("too short for IPv4", (header(0x21, 0x11, Array(four.dropLast())), .malformed)),
    Case("too short for IPv6", (header(0x21, 0x21, Array(six.dropLast())), .malformed)),
  ]

  // attack: V-01
  @Test("a valid header within the limits is read, and any other one is refused", arguments: rows)
  func headers(_ row: Case<([UInt8], ProxyHeader)>) {
    #expect(ProxyHeader(ByteBuffer(bytes: row.value.0).readableBytesView) == row.value.1)
  }

  private static func serve(_ proxies: [String], _ test: (Int) async throws -> Void) async throws {
    var limits = HTTPLimits()
    limits.idle = .seconds(2)
    let addresses = ClientAddresses(
      proxies: try proxies.map { try AddressRange($0) }, proxyProtocol: .required)
    try await Listening.run(
      limits, addresses,
      responder: { request in
        ServedResponse(head: HTTPResponse(status: .ok), body: Data(request.source.key.utf8))
      }, test)
  }

  private static func request(_ fields: String = "") -> [UInt8] {
    Array("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n".utf8)
  }

  private static func body(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n").dropFirst().joined()
  }

  // attack: V-01
  @Test("names the client of a connection; if that is a proxy, the header fields are used too")
  func served() async throws {
    try await Self.serve(["127.0.0.1", "10.1.0.0/16"]) { port in
      let local = AddressedTransport(from: "127.0.0.1", to: port)
      let outside = Self.header(0x21, 0x11, [10, 9, 2, 3] + Self.four.dropFirst(4))
      let rows: [(String, [UInt8], String, String)] = [
        ("a client", outside, "", "10.9.2.3"),
        ("a client that names another", outside, "X-Forwarded-For: 192.0.2.1\r\n", "10.9.2.3"),
        ("a proxy", Self.header(), "X-Forwarded-For: 192.0.2.1\r\n", "192.0.2.1"),
        ("a proxy that names no client", Self.header(), "", "10.1.2.3"),
        ("a check of the proxy's own", Self.header(0x20, 0, []), "", "127.0.0.1"),
        ("IPv6", Self.header(0x21, 0x21, Self.six), "", "2001:d0b:0:0::/64"),
      ]
      for (name, header, fields, client) in rows {
        let answer = await local.exchange(header + Self.request(fields))
        #expect(Self.body(answer) == client, "\(name)")
      }
      // The header arrives byte by byte, with two requests after it.
      let peer = try #require(SlowPeer(port: port))
      for byte in outside { peer.send(String(UnicodeScalar(byte))) }
      peer.send(
        "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      var text = ""
      while !peer.isReset() || text.isEmpty {
        text += peer.received()
        if text.components(separatedBy: "10.9.2.3").count == 3 { break }
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(text.components(separatedBy: "10.9.2.3").count == 3)
    }
  }

  // attack: V-01
  @Test(
    "a connection not from a proxy, without the header, or too slow is closed without a response"
  )
  func refused() async throws {
    try await Self.serve(["127.0.0.1"]) { port in
      let local = AddressedTransport(from: "127.0.0.1", to: port)
      let other = AddressedTransport(from: "127.0.0.2", to: port)
      let rows: [(String, AddressedTransport, [UInt8])] = [
        ("another address", other, Self.header() + Self.request()),
        ("another address that sends nothing", other, []),
        ("no header", local, Self.request()),
        (
          "the text form", local,
          Array("PROXY TCP4 10.1.2.3 127.0.0.1 1 2\r\n".utf8) + Self.request()
        ),
        ("a header too long", local, Self.header(0x21, 0x11, [], length: 4_096)),
        ("half of a header, then nothing", local, Array(Self.header().prefix(14))),
        ("nothing", local, []),
      ]
      for (name, client, bytes) in rows {
        #expect(await client.exchange(bytes).isEmpty, "\(name)")
      }
      #expect(await Self.body(local.exchange(Self.header() + Self.request())) == "10.1.2.3")
    }
  }
}
