// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// A program that uses the proxy: writes responses to its connection.
struct ProxyCaller: Sendable {
  private let writer: NIOAsyncChannelOutboundWriter<ProxyResponsePart>
  private let channel: any Channel

  init(_ writer: NIOAsyncChannelOutboundWriter<ProxyResponsePart>, on channel: any Channel) {
    self.writer = writer
    self.channel = channel
  }

  /// Writes a part of a response; waits while the caller does not read.
  func write(_ part: ProxyResponsePart) async throws { try await writer.write(part) }

  /// Closes the output after the last write, and the connection some seconds later.
  ///
  /// The input stays open for a while: a close with unread input resets the connection, and the caller may
  /// then not see the response.
  func finish() async {
    // The writer closes the output after its pending writes; a close of the channel would overtake them.
    writer.finish()
    let channel = channel
    channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
  }
}
