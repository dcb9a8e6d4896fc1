// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// A program that uses the proxy, as the place where its responses go.
struct ProxyCaller: Sendable {
  private let writer: NIOAsyncChannelOutboundWriter<ProxyResponsePart>
  private let channel: any Channel

  init(_ writer: NIOAsyncChannelOutboundWriter<ProxyResponsePart>, on channel: any Channel) {
    self.writer = writer
    self.channel = channel
  }

  /// Writes a part of a response, as fast as the caller takes it.
  func write(_ part: ProxyResponsePart) async throws { try await writer.write(part) }

  /// Ends the connection after what was written.
  ///
  /// The input stays open for a while: a close with input that was not read is a reset, after which the caller may not see
  /// the response.
  func finish() async {
    // By the writer, which closes the output after what it still has; a close of the channel would overtake that.
    writer.finish()
    let channel = channel
    channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
  }
}
