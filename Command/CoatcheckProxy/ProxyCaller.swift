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

  /// Writes the end of a response, and waits until the whole of it is with the system: a close could overtake it.
  func end() async throws {
    try await channel.writeAndFlush(ProxyResponsePart.end(nil)).get()
  }

  /// Ends the connection after what was written.
  ///
  /// The input stays open for a while: a close with input that was not read is a reset, after which the caller may not see
  /// the response.
  func finish() async {
    try? await channel.close(mode: .output).get()
    let channel = channel
    channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
  }
}
