// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
package import CoatcheckOAuth
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Accepts the connections of a proxy.
package struct ProxyListener: Sendable {
  private typealias Bound = NIOAsyncChannel<ProxyConnection, Never>

  private let bound: Bound

  /// The port, where it is one.
  package var port: Int? { bound.channel.localAddress?.port }

  /// A socket in the file system that only this user can connect to.
  ///
  /// - Throws: A failure when the path is taken or cannot be used.
  package static func bind(
    path: String, environment: RuntimeEnvironment
  ) async throws -> ProxyListener {
    try await ProxySocket.alone(at: path, environment) {
      try await ProxySocket.removeLeftover(at: path)
      // The rights of the socket are there from its first moment.
      let mask = umask(0o177)
      defer { umask(mask) }
      return try await bind(to: path) {
        try await $0.bind(unixDomainSocketPath: path, childChannelInitializer: Self.configure)
      }
    }
  }

  /// A port of 127.0.0.1.
  ///
  /// - Throws: A failure when the port is taken.
  package static func bind(port: Int) async throws -> ProxyListener {
    try await bind(to: "port \(port)") {
      // The connections of the last proxy keep its port for a minute after their end.
      try await $0.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: "127.0.0.1", port: port, childChannelInitializer: Self.configure)
    }
  }

  private static func bind(
    to place: String, _ body: (ServerBootstrap) async throws -> Bound
  ) async throws -> ProxyListener {
    do {
      return try await ProxyListener(
        bound: body(ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)))
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw CommandFailure(.usage, "cannot listen on \(place): \(reason)")
    } catch is SocketAddressError {
      throw CommandFailure(.usage, "the path \(place) is too long for a socket")
    }
  }

  private static func configure(_ channel: any Channel) -> EventLoopFuture<ProxyConnection> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      // The encoder does not know the method, and would frame the response to a HEAD as one with a body.
      var encoder = HTTPResponseEncoder.Configuration()
      encoder.automaticallySetFramingHeaders = false
      try pipeline.configureHTTPServerPipeline(withEncoderConfiguration: encoder)
      try pipeline.addHandler(ProxyResponseWriter())
      return try ProxyConnection(
        ProxyConnection.Parts(
          wrappingChannelSynchronously: channel,
          configuration: .init(isOutboundHalfClosureEnabled: true)))
    }
  }

  /// Answers requests until the task is cancelled.
  package func run(_ exchange: ProxyExchange) async throws {
    try await bound.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          group.addTask { await connection.serve(exchange) }
        }
        group.cancelAll()
      }
    }
  }
}
