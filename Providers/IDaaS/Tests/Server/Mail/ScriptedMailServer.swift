// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import NIOSSL
import TestKit

/// A mail server that follows a script, whatever the client does.
final class ScriptedMailServer: Sendable {
  enum Step: Sendable {
    /// Sends a text as it is.
    case say(String)
    /// Passes over lines until one begins like this.
    case hear(String)
    /// Begins TLS.
    case secure
    case close
  }

  private let channel: any Channel
  private let record: Record

  /// The lines that the server received.
  final class Record: Sendable {
    private let state = Mutex((lines: [String](), isClosed: false))
    var lines: [String] { state.withLock { $0.lines } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    func add(_ line: String) { state.withLock { $0.lines.append(line) } }
    func close() { state.withLock { $0.isClosed = true } }
  }

  var port: Int { channel.localAddress?.port ?? 0 }
  /// The lines that the client sent.
  var lines: [String] { record.lines }

  init(_ script: [Step], _ certificates: Certificates? = nil) async throws {
    let record = Record()
    self.record = record
    let context = try certificates.map { certificates in
      try NIOSSLContext(
        configuration: .makeServerConfiguration(
          certificateChain: try NIOSSLCertificate.fromPEMFile(certificates.path("server.pem"))
            .map { .certificate($0) },
          privateKey: .privateKey(
            try NIOSSLPrivateKey(file: certificates.path("a.key"), format: .pem))))
    }
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Follower(script, record, context))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  /// Waits for a line.
  func hear(_ start: String) async throws {
    while !lines.contains(where: { $0.hasPrefix(start) }) {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits until the client has closed the connection.
  func closed() async throws {
    while !record.isClosed { try await Task.sleep(for: .milliseconds(5)) }
  }

  private final class Follower: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var script: ArraySlice<Step>
    private let record: Record
    private let tls: NIOSSLContext?
    private var line: [UInt8] = []

    init(_ script: [Step], _ record: Record, _ tls: NIOSSLContext?) {
      self.script = script[...]
      self.record = record
      self.tls = tls
    }

    func channelActive(context: ChannelHandlerContext) { follow(context) }
    func channelInactive(context: ChannelHandlerContext) { record.close() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func follow(_ context: ChannelHandlerContext) {
      while let step = script.first {
        switch step {
        case .hear: return
        case .say(let text):
          context.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
        case .secure:
          guard let tls else { return }
          try? context.pipeline.syncOperations.addHandler(
            NIOSSLServerHandler(context: tls), position: .first)
        case .close: context.close(promise: nil)
        }
        script = script.dropFirst()
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      for byte in unwrapInboundIn(data).readableBytesView {
        guard byte == 0x0A else {
          line.append(byte)
          continue
        }
        let text = String(decoding: line.dropLast(), as: UTF8.self)
        line = []
        record.add(text)
        guard case .hear(let start)? = script.first, text.hasPrefix(start) else { continue }
        script = script.dropFirst()
        follow(context)
      }
    }
  }
}

extension [ScriptedMailServer.Step] {
  /// A greeting and a reply to `EHLO`.
  static func hello(_ capabilities: String...) -> Self {
    let lines = ["mail.example"] + capabilities
    let text = lines.enumerated().map { index, line in
      "250\(index == lines.count - 1 ? " " : "-")\(line)\r\n"
    }
    return [.say("220 mail.example ESMTP\r\n"), .hear("EHLO "), .say(text.joined())]
  }

  /// The end of an exchange in which everything before a step was accepted.
  static func upTo(_ step: String, _ reply: String) -> Self {
    let steps = [
      ("MAIL FROM:", "250 2.1.0 Ok"), ("RCPT TO:", "250 2.1.5 Ok"), ("DATA", "354 Go on"),
      (".", "250 2.0.0 Ok"),
    ]
    var script: Self = hello()
    for (name, good) in steps {
      script.append(.hear(name))
      guard name != step else {
        script.append(reply.isEmpty ? .close : .say(reply + "\r\n"))
        break
      }
      script.append(.say(good + "\r\n"))
    }
    return script
  }
}
