// SPDX-License-Identifier: Apache-2.0

#if NIO
  import CoatcheckClient
  import CoatcheckOAuth
  import NIOCore

  /// Which machines a transport connects to, by the address a name turned into.
  ///
  /// The peer of each connection is looked at before anything of a request is sent, so that a name whose
  /// address changes between two questions gets nowhere either. A connection through a proxy is the proxy's
  /// to judge.
  public enum PeerRule: Sendable, Hashable {
    /// Any machine.
    case any
    /// Machines on the Internet: not this one, and none of a private network.
    case internet

    /// What is done with a new connection; nil for nothing.
    var check: (@Sendable (any Channel) -> EventLoopFuture<Void>)? {
      guard self == .internet else { return nil }
      return { channel in
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard AddressGuard.isInside(peer: address) else {
          return channel.eventLoop.makeSucceededVoidFuture()
        }
        // The client forgets the connection and leaves it open.
        channel.eventLoop.execute { channel.close(promise: nil) }
        return channel.eventLoop.makeFailedFuture(PeerRefused())
      }
    }
  }

  /// A connection's peer is none that may be reached.
  struct PeerRefused: Error {}
#endif
