// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Reads the PROXY protocol header at the beginning of a connection, and then removes itself from the
/// pipeline.
///
/// "The receiver MUST be configured to only receive the protocol described in this specification and MUST
/// not try to guess whether the protocol header is present or not." A connection without the header, or not
/// from a trusted proxy, is closed. The time limit of the first request includes the header. [PROXY
/// protocol §2](https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt)
final class ProxyProtocolHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let addresses: ClientAddresses
  private let peer: ConnectionPeer
  private var begun: ByteBuffer?
  private var isRefused = false

  init(_ addresses: ClientAddresses, naming peer: ConnectionPeer) {
    self.addresses = addresses
    self.peer = peer
  }

  func channelActive(context: ChannelHandlerContext) {
    let address = context.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    guard address.map(addresses.trusts) == true else { return refuse(context) }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    var bytes = begun ?? context.channel.allocator.buffer(capacity: 0)
    bytes.writeImmutableBuffer(unwrapInboundIn(data))
    switch ProxyHeader(bytes.readableBytesView) {
    case .incomplete: begun = bytes
    case .malformed: refuse(context)
    case .read(let length, let client):
      if let client { peer.name(client) }
      begun = nil
      bytes.moveReaderIndex(forwardBy: length)
      if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The peer has closed its side before the header was complete.
    if event as? ChannelEvent == .inputClosed { refuse(context) }
    context.fireUserInboundEventTriggered(event)
  }

  private func refuse(_ context: ChannelHandlerContext) {
    isRefused = true
    begun = nil
    context.close(promise: nil)
  }
}
