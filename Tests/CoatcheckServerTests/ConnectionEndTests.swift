// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestKit

@testable import CoatcheckServer

@Suite("the end of a connection", .timeLimit(.minutes(10)))
struct ConnectionEndTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sent: String
    /// Whether the peer ends its side after that.
    let isFinished: Bool
    /// How many requests reach the responder, and are answered with 200.
    let answered: Int
    /// Whether the last response says that the connection ends.
    let isAnnounced: Bool

    init(_ name: String, _ sent: String, finished: Bool = false, answered: Int, announced: Bool) {
      testDescription = name
      self.sent = sent
      isFinished = finished
      self.answered = answered
      isAnnounced = announced
    }
  }

  private static let plain = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
  private static let last = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  // "A server that receives a "close" connection option MUST initiate closure of the connection after it sends
  // the final response to the request that contained the "close" connection option. The server SHOULD send a
  // "close" connection option in its final response on that connection. The server MUST NOT process any further
  // requests received on that connection." https://www.rfc-editor.org/rfc/rfc9112#section-9.6
  static let cases = [
    Row("the request says close", last, answered: 1, announced: true),
    Row("the request is of HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", answered: 1, announced: true),
    Row("the second of three says close", plain + last + plain, answered: 2, announced: true),
    Row(
      "the request asks for another protocol",
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nPRI * HTTP/2.0\r\n\r\n",
      answered: 1, announced: true),
    Row("the peer ends its side", plain, finished: true, answered: 1, announced: true),
    Row(
      "the peer ends its side after two requests", plain + plain, finished: true, answered: 2,
      announced: false),
    Row(
      "the peer ends its side in a head", "GET / HTTP/1.1\r\nHos", finished: true, answered: 0,
      announced: false),
    Row(
      "the peer ends its side in a body",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc", finished: true, answered: 0,
      announced: false),
    Row(
      "the peer ends its side without a request", "", finished: true, answered: 0, announced: false),
  ]

  @Test("comes after the response to the last complete request", arguments: cases)
  func ends(_ row: Row) async throws {
    let calls = Mutex(0)
    try await Listening.run(.standard) { _ in
      calls.withLock { $0 += 1 }
      // The end of the peer's side arrives while the request is answered.
      try? await Task.sleep(for: .milliseconds(50))
      return ServedResponse(head: HTTPResponse(status: .ok), body: Data("a".utf8))
    } _: { port in
      let peer = try #require(SlowPeer(port: port))
      peer.send(row.sent)
      if row.isFinished { peer.finish() }
      let text = try await Self.everything(from: peer)
      let responses = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
      #expect(responses.filter { $0.hasPrefix("200 ") }.count == row.answered)
      #expect(responses.allSatisfy { $0.hasPrefix("200 ") || row.answered == 0 })
      #expect(calls.withLock(\.self) == row.answered)
      if row.isAnnounced {
        #expect(responses.last?.lowercased().contains("\r\nconnection: close\r\n") == true)
        #expect(responses.dropLast().allSatisfy { !$0.lowercased().contains("connection:") })
      }
    }
  }

  @Test("comes after the last byte of a long response, when the peer ends its side while it reads")
  func long() async throws {
    let size = 16 << 20
    try await Listening.run(.standard) { _ in
      ServedResponse(head: HTTPResponse(status: .ok), body: Data(repeating: 0x61, count: size))
    } _: { port in
      let peer = try #require(SlowPeer(port: port))
      peer.send(Self.plain)
      var text = ""
      while text.isEmpty {
        try await Task.sleep(for: .milliseconds(1))
        text = peer.received()
      }
      peer.finish()
      text += try await Self.everything(from: peer)
      #expect(text.utf8.count { $0 == UInt8(ascii: "a") } >= size)
      #expect(text.hasSuffix("aaa"))
    }
  }

  // "If a server performs an immediate close of a TCP connection, there is a significant risk that the client
  // will not be able to read the last HTTP response." https://www.rfc-editor.org/rfc/rfc9112#section-9.6
  static let refusals: [(name: String, head: String, status: String)] = [
    ("a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n", "413"),
    (
      "a body in chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n900000\r\n", "413"
    ),
    (
      "a compressed body",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 9000000\r\n\r\n",
      "415"
    ),
    (
      "a body after a target that is too long",
      "POST /\(String(repeating: "a", count: 17 << 10)) HTTP/1.1\r\nHost: x\r\n"
        + "Content-Length: 9000000\r\n\r\n", "414"
    ),
    ("a header field", "GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", "431"),
    ("bytes after a head without a host", "GET / HTTP/1.1\r\n\r\n", "400"),
    ("bytes of another protocol", "CONNECT x:1 HTTP/1.1\r\n\r\n", "400"),
  ]

  @Test("lets a peer send the rest of a refused request and read the response", arguments: refusals)
  func refused(_ name: String, _ head: String, _ status: String) async throws {
    try await Listening.run(.standard) { _ in
      ServedResponse(head: HTTPResponse(status: .ok))
    } _: { port in
      let peer = try #require(SlowPeer(port: port))
      peer.send(head)
      let bytes = String(repeating: "a", count: 1 << 16)
      // Much more than the buffers of the system hold. The peer reads nothing before.
      for _ in 0..<2000 where peer.sent < 8 << 20 {
        let before = peer.sent
        peer.send(bytes)
        if peer.sent == before { try await Task.sleep(for: .milliseconds(5)) }
      }
      #expect(peer.sent >= 8 << 20)
      let text = try await Self.everything(from: peer)
      #expect(text.hasPrefix("HTTP/1.1 \(status) "))
      #expect(text.lowercased().contains("\r\nconnection: close\r\n"))
    }
  }

  @Test("does not wait for a peer that leaves the last response unread")
  func unread() throws {
    var limits = HTTPLimits()
    limits.answerDeadline = .seconds(5)
    let (channel, connection) = try Self.embedded(limits, behind: UnreadResponses())
    defer { withExtendedLifetime(connection) {} }
    let path = "/" + String(repeating: "a", count: limits.target)
    let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
    try channel.writeInbound(HTTPRequestPart.head(head))
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(4_999))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
  }

  // attack: H-12
  @Test(
    "lets nothing that follows a request for another protocol be kept",
    arguments: [
      "CONNECT x:1 HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nConnection: upgrade\r\nUpgrade: y\r\n\r\n",
    ])
  func another(_ request: String) throws {
    let channel = EmbeddedChannel()
    let connection = try AcceptedConnections(
      limits: .standard, addresses: .ofConnections, now: { TestClock.start }
    ) { _, _ in .hangUp }
    .setup(channel: channel, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }).wait()
    defer { withExtendedLifetime(connection) {} }
    let kept = ReceivedBytes()
    let gate = try channel.pipeline.syncOperations.handler(type: EndOfInput.self)
    try channel.pipeline.syncOperations.addHandler(kept, position: .after(gate))
    try channel.pipeline.syncOperations.addHandler(HalfClosing(), position: .first)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.writeInbound(ByteBuffer(string: request))
    for _ in 0..<10 { try channel.writeInbound(ByteBuffer(string: "anything")) }
    #expect(channel.isActive)
    #expect(kept.text == request)
  }

  /// Ends this side of a connection as a socket does: the peer's side stays open.
  private final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = NIOAny

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      if mode != .output { return context.close(mode: mode, promise: promise) }
      promise?.succeed()
    }
  }

  /// What reaches the decoder.
  private final class ReceivedBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var text = ""

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      text += String(buffer: unwrapInboundIn(data))
      context.fireChannelRead(data)
    }
  }

  @Test("of a response is written when the peer has read enough, and lets the next request in")
  func held() throws {
    let (channel, connection) = try Self.embedded(.standard)
    defer { withExtendedLifetime(connection) {} }
    let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    channel.isWritable = false
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    let written = channel.writeAndFlush(HTTPResponsePart.end(nil))
    #expect(try channel.readOutbound(as: HTTPResponsePart.self) == .head(HTTPResponse(status: .ok)))
    #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    #expect(try channel.readOutbound(as: HTTPResponsePart.self) == .end(nil))
    try written.wait()
    #expect(channel.isActive)
  }

  static let stops: [(name: String, stop: @Sendable (EmbeddedChannel) -> Void)] = [
    (
      "when the server stops",
      { $0.pipeline.fireUserInboundEventTriggered(EndOfConnection.drained) }
    ),
    (
      "when the server is cancelled",
      { $0.pipeline.fireUserInboundEventTriggered(EndOfConnection.cancelled) }
    ),
    (
      "after the time that a body may take",
      { $0.embeddedEventLoop.advanceTime(by: .milliseconds(1)) }
    ),
  ]

  @Test(
    "does not wait longer for the peer of a refused request that goes on sending", arguments: stops)
  func sending(_ name: String, _ stop: @Sendable (EmbeddedChannel) -> Void) throws {
    var limits = HTTPLimits()
    limits.bodyDeadline = .seconds(5)
    let (channel, connection) = try Self.embedded(limits)
    defer { withExtendedLifetime(connection) {} }
    var head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
    head.headerFields[.contentLength] = String(limits.body + 1)
    try channel.writeInbound(HTTPRequestPart.head(head))
    guard case .head(let response)? = try channel.readOutbound(as: HTTPResponsePart.self) else {
      Issue.record("there is no response")
      return
    }
    #expect(response.status == .contentTooLarge)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(4_999))
    try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "more")))
    #expect(channel.isActive)
    stop(channel)
    #expect(!channel.isActive)
  }

  /// A channel that reads requests with these limits, and its connection, without which it closes.
  private static func embedded(
    _ limits: HTTPLimits, behind handlers: any ChannelHandler...
  ) throws -> (EmbeddedChannel, AcceptedConnection) {
    let channel = EmbeddedChannel()
    let connection = AcceptedConnection(channel) { _, _ in .hangUp }
    let reader = RequestReader(
      for: connection, of: ConnectionPeer(nil), limits: limits, addresses: .ofConnections)
    try channel.pipeline.syncOperations.addHandlers([HalfClosing()] + handlers + [reader])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return (channel, connection)
  }

  /// Never ends a write, as the system while the peer does not read.
  private final class UnreadResponses: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    private var promises: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if let promise { promises.append(promise) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      for promise in promises { promise.fail(ChannelError.alreadyClosed) }
    }
  }

  @Test("comes after a request in flight has its response, when the listener is cancelled")
  func cancelled() async throws {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    let listener = HTTPListener(
      host: "127.0.0.1", port: 0, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      try await listener.run(until: .onCancellation, listening: { bound.yield($0) }) { _ in
        { _ in
          beginning.yield()
          // Until it is cancelled.
          try? await Task.sleep(for: .seconds(60))
          return ServedResponse(head: HTTPResponse(status: .ok), body: Data("the end".utf8))
        }
      }
    }
    var iterator = ports.makeAsyncIterator()
    let port = try #require(await iterator.next())
    let peer = try #require(SlowPeer(port: port))
    peer.send(Self.plain)
    var starts = begun.makeAsyncIterator()
    await starts.next()
    running.cancel()
    _ = await running.result
    let text = try await Self.everything(from: peer)
    #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("\r\n\r\nthe end"))
  }

  /// What the server sends until it closes the connection, which it does within ten seconds.
  private static func everything(from peer: SlowPeer) async throws -> String {
    var text = ""
    for _ in 0..<2000 {
      let (more, isClosed) = peer.receive()
      text += more
      if isClosed { return text }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("the connection is still open")
    return text
  }
}
