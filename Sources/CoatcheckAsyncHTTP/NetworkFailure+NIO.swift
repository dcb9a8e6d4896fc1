// SPDX-License-Identifier: Apache-2.0

#if NIO
  import AsyncHTTPClient
  import CoatcheckOAuth
  import NIOCore
  import NIOPosix
  import NIOSSL

  extension NetworkFailure {
    /// Classifies an error of AsyncHTTPClient or NIO; nil for any other error.
    init?(_ error: any Error) {
      switch error {
      case let error as NIOConnectionError: self.init(connecting: error)
      case let error as IOError: self.init(errno: error.errnoCode)
      case is NIOSSLError, is BoringSSLError: self = .handshakeFailed
      case let error as HTTPClientError where error == .tlsHandshakeTimeout: self = .handshakeFailed
      case let error as HTTPClientError where error == .remoteConnectionClosed:
        self = .connectionLost
      default: return nil
      }
    }

    /// Classifies a connection failure by the error of the last address that was tried. If no address
    /// was tried, the name could not be resolved.
    private init?(connecting error: NIOConnectionError) {
      guard let last = error.connectionErrors.last?.error else {
        guard error.dnsAError != nil || error.dnsAAAAError != nil else { return nil }
        self = .hostUnknown
        return
      }
      self.init(last)
    }

    private init?(errno: CInt) {
      switch errno {
      case ENETDOWN, ENETUNREACH, EHOSTUNREACH, EHOSTDOWN, EADDRNOTAVAIL: self = .offline
      case ECONNREFUSED: self = .connectionRefused
      case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: self = .connectionLost
      default: return nil
      }
    }
  }
#endif
