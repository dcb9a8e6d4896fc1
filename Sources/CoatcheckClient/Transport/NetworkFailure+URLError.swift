// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if canImport(Darwin) || APPLE_SHIMS
  import CoatcheckOAuth
  import Foundation

  extension NetworkFailure {
    /// Classifies an error of URLSession; nil for any other error.
    init?(_ error: any Error) {
      switch (error as? URLError)?.code {
      case .cannotFindHost, .dnsLookupFailed: self = .hostUnknown
      case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
        self = .offline
      case .cannotConnectToHost: self = .connectionRefused
      case .networkConnectionLost: self = .connectionLost
      case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired:
        self = .handshakeFailed
      default: return nil
      }
    }
  }
#endif
