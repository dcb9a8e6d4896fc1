// SPDX-License-Identifier: Apache-2.0
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// A connection that was accepted, until a handler serves it.
///
/// A listener that is stopped drops the connections that it has just accepted, and NIO ends the process
/// for a dropped one: <https://github.com/apple/swift-nio/issues/2637>, seen with 2.101. So one that no handler
/// serves closes itself.
final class AcceptedConnection: ServerChildChannelValue {
  private let parts: HTTP1Channel.Value
  private let isServed = Atomic(false)

  init(_ parts: HTTP1Channel.Value) { self.parts = parts }

  deinit {
    guard !isServed.load(ordering: .acquiring) else { return }
    let parts = parts
    Task { try? await parts.executeThenClose { _, _ in } }
  }

  var channel: any Channel { parts.channel }

  /// What is read and written, for the handler that serves it.
  func served() -> HTTP1Channel.Value {
    isServed.store(true, ordering: .releasing)
    return parts
  }
}

/// The framework's connections, each of them closed in any case.
struct AcceptedConnections: ServerChildChannel {
  private let http1: HTTP1Channel

  init(_ http1: HTTP1Channel) { self.http1 = http1 }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    http1.setup(channel: channel, logger: logger).flatMapThrowing { parts in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(ConnectionRules(), position: .after(decoder))
      return AcceptedConnection(parts)
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    await http1.handle(value: value.served(), logger: logger)
  }
}
