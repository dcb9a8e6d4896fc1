// SPDX-License-Identifier: Apache-2.0

#if NIO
  import Foundation
  import NIOSSL

  /// The certificate authorities that are trusted where no rule says otherwise.
  enum SystemAuthorities {
    /// Those of the system; or only those of the file in PEM that `SSL_CERT_FILE` names, as in OpenSSL and Go. It is read once.
    /// A file that cannot be read has none: no server is trusted then, rather than another one than the operator meant.
    static let roots: NIOSSLTrustRoots = {
      guard let path = ProcessInfo.processInfo.environment["SSL_CERT_FILE"], !path.isEmpty else {
        return .default
      }
      return .certificates((try? NIOSSLCertificate.fromPEMFile(path)) ?? [])
    }()
  }
#endif
