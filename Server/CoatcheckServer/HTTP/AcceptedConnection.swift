// SPDX-License-Identifier: Apache-2.0
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// An accepted connection that closes itself if no handler serves it.
///
/// A listener that is stopped drops the connections that it has just accepted, and NIO ends the process for
/// a dropped one: <https://github.com/apple/swift-nio/issues/2637>, seen with 2.101.
final class AcceptedConnection: ServerChildChannelValue {
  let peer: ConnectionPeer
  private let parts: HTTP1Channel.Value
  private let isServed = Atomic(false)

  init(_ parts: HTTP1Channel.Value, from peer: ConnectionPeer) {
    self.parts = parts
    self.peer = peer
  }

  deinit {
    guard !isServed.load(ordering: .acquiring) else { return }
    let parts = parts
    Task { try? await parts.executeThenClose { _, _ in } }
  }

  var channel: any Channel { parts.channel }

  /// The parts of the connection for the handler that serves it. It no longer closes itself then.
  func served() -> HTTP1Channel.Value {
    isServed.store(true, ordering: .releasing)
    return parts
  }
}

/// Sets up connections: the PROXY protocol and TLS first, then the HTTP of the framework.
struct AcceptedConnections: ServerChildChannel {
  private let http1: HTTP1Channel
  private let addresses: ClientAddresses
  private let certificate: ServerCertificate?

  init(_ http1: HTTP1Channel, from addresses: ClientAddresses, with certificate: ServerCertificate?)
  {
    self.http1 = http1
    self.addresses = addresses
    self.certificate = certificate
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    let peer = ConnectionPeer(channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) })
    do {
      let pipeline = channel.pipeline.syncOperations
      if addresses.proxyProtocol == .required {
        try pipeline.addHandler(ProxyProtocolHandler(addresses, naming: peer))
      }
      // A replaced certificate is used for new connections.
      if let certificate {
        try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context))
      }
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
    return http1.setup(channel: channel, logger: logger).flatMapThrowing { parts in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandlers(OversizeHead(), ConnectionRules(), position: .after(decoder))
      return AcceptedConnection(parts, from: peer)
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    let executor = EventLoopExecutor(value.channel.eventLoop)
    await withTaskExecutorPreference(executor) {
      await ConnectionPeer.$current.withValue(value.peer) {
        await http1.handle(value: value.served(), logger: logger)
      }
    }
  }
}
