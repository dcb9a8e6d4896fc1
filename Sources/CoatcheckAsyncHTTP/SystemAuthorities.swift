// SPDX-License-Identifier: Apache-2.0

#if NIO
  import Foundation
  import NIOSSL

  /// The certificate authorities that are trusted unless a trust rule names others.
  enum SystemAuthorities {
    /// Those of the system; if `SSL_CERT_FILE` names a PEM file, only those in the file, as in OpenSSL
    /// and Go. The file is read once.
    ///
    /// If the file cannot be read, no server is trusted, rather than one that the operator did not
    /// intend to trust.
    static let roots: NIOSSLTrustRoots = {
      guard let path = ProcessInfo.processInfo.environment["SSL_CERT_FILE"], !path.isEmpty else {
        return .default
      }
      return .certificates((try? NIOSSLCertificate.fromPEMFile(path)) ?? [])
    }()
  }
#endif
