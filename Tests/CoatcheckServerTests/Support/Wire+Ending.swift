// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import TestKit

extension Wire {
  /// How a connection ended after the given bytes were sent.
  struct Ending {
    /// All received bytes.
    let bytes: [UInt8]
    /// Whether the server closed it, and not this client after twenty seconds.
    let isServers: Bool

    /// The responses in their order, split by their announced lengths.
    var replies: [WireReply] {
      var rest = bytes[...]
      var replies: [WireReply] = []
      while let head = Self.head(of: rest) {
        let length = WireReply(Array(rest[..<head]))["content-length"].first.flatMap { Int($0) }
        let end = min(rest.endIndex, head + (length ?? rest.endIndex - head))
        replies.append(WireReply(Array(rest[..<end])))
        rest = rest[end...]
      }
      return replies
    }

    /// The status of each response.
    var statuses: [Int] { replies.map(\.status) }

    /// The index at which the body begins.
    private static func head(of bytes: ArraySlice<UInt8>) -> Int? {
      let mark = Array("\r\n\r\n".utf8)
      return bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
    }
  }

  /// Sends bytes, leaves the connection open, and waits for the server to end it.
  func ending(after bytes: [UInt8]) async throws -> Ending {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let patience = Patience()
    let deadline = patience.wait(for: channel.channel)
    defer { deadline.cancel() }
    let received = try await channel.executeThenClose { inbound, outbound in
      // A server that refuses early may close before everything is written.
      try? await outbound.write(ByteBuffer(bytes: bytes))
      var received: [UInt8] = []
      do {
        for try await buffer in inbound { received += buffer.readableBytesView }
      } catch {
        // A reset is an end as well.
      }
      return received
    }
    return Ending(bytes: received, isServers: !patience.isOver)
  }

  /// As ``ending(after:)``, for a text.
  func ending(after text: String) async throws -> Ending {
    try await ending(after: Array(text.utf8))
  }
}

/// Closes a connection that the server does not close in time.
private final class Patience: Sendable {
  private let over = Atomic(false)

  var isOver: Bool { over.load(ordering: .acquiring) }

  /// Waits for twenty seconds.
  func wait(for channel: any Channel) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: .seconds(20)) {
      self.over.store(true, ordering: .releasing)
      channel.close(promise: nil)
    }
  }
}
