// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A connection to a mail server.
struct SMTPConnection: Sendable {
  private let channel: any Channel
  private let handler: NIOLoopBound<SMTPChannelHandler>
  private let tls: SMTPTLS?

  /// Opens a connection; with implicit TLS, its handshake begins.
  ///
  /// - Parameters:
  ///   - tls: The trusted authorities and the host name; nil for a connection without TLS.
  ///   - closer: Closes the connection, also while it is being opened.
  ///   - limit: The maximum time for opening the connection.
  static func open(
    to server: SMTPServer, _ tls: SMTPTLS?, _ closer: SMTPCloser, within limit: Duration
  ) async throws -> SMTPConnection {
    let isSecuredFirst = server.security == .implicit
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    // One handler for each address that is tried. They are kept here, because a pipeline releases its
    // handlers when the connection ends, which can be at once.
    let handlers = NIOLoopBoundBox.makeBoxSendingValue(
      [ObjectIdentifier: SMTPChannelHandler](), eventLoop: loop)
    return try await ClientBootstrap(group: loop)
      .connectTimeout(.seconds(max(1, limit.components.seconds)))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          closer.adopt(channel)
          let pipeline = channel.pipeline.syncOperations
          if isSecuredFirst, let tls { try pipeline.addHandler(try tls.handler()) }
          let handler = SMTPChannelHandler(on: channel.eventLoop, isSecuredFirst: isSecuredFirst)
          try pipeline.addHandler(handler)
          handlers.value[ObjectIdentifier(channel)] = handler
        }
      }
      .connect(host: server.host, port: server.port)
      .flatMapThrowing { channel in
        guard let handler = handlers.value[ObjectIdentifier(channel)] else {
          throw SMTPChannelHandler.Trouble(cause: .closed)
        }
        return SMTPConnection(
          channel: channel, handler: NIOLoopBound(handler, eventLoop: loop), tls: tls)
      }.get()
  }

  /// Waits for the handshake of implicit TLS, and checks the host name in the certificate.
  func secured(at now: Date) async throws {
    guard let tls else { return }
    try await channel.eventLoop.flatSubmit {
      (handler.value.secured ?? channel.eventLoop.makeSucceededVoidFuture())
        .flatMapThrowing { try tls.check(channel, at: now) }
    }.get()
  }

  /// Waits for the first reply.
  func greeting() async throws -> SMTPReply {
    try await channel.eventLoop.flatSubmit { handler.value.greeting }.get()
  }

  /// Sends a line and waits for the reply.
  func command(_ line: String) async throws -> SMTPReply { try await exchange(line + "\r\n") }

  /// Sends a text as it is and waits for the reply.
  func exchange(_ text: String) async throws -> SMTPReply {
    try await channel.eventLoop.flatSubmit {
      let promise = channel.eventLoop.makePromise(of: SMTPReply.self)
      handler.value.exchange(text, promise)
      return promise.futureResult
    }.get()
  }

  /// Begins TLS on an open connection, and checks the host name in the certificate.
  func secure(at now: Date) async throws {
    guard let tls else { return }
    try await channel.eventLoop.flatSubmit {
      let promise = channel.eventLoop.makePromise(of: Void.self)
      do {
        handler.value.secure(try tls.handler(), promise)
      } catch {
        promise.fail(error)
      }
      return promise.futureResult.flatMapThrowing { try tls.check(channel, at: now) }
    }.get()
  }

  /// Sends `QUIT`, and does not wait for the reply.
  func quit() {
    channel.eventLoop.execute { handler.value.quit() }
  }

  func close() { channel.close(promise: nil) }

  /// The address of this machine as an address literal, for the `EHLO` of a client without a name.
  ///
  /// [RFC 5321 §4.1.3](https://www.rfc-editor.org/rfc/rfc5321#section-4.1.3)
  var addressLiteral: String {
    switch channel.localAddress {
    case .v6(_)?: "[IPv6:\(channel.localAddress?.ipAddress ?? "::1")]"
    default: "[\(channel.localAddress?.ipAddress ?? "127.0.0.1")]"
    }
  }
}
