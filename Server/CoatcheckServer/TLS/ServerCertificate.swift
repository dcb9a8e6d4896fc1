// SPDX-License-Identifier: Apache-2.0
public import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// The certificate of a listener with TLS. It is read from two files, and can be read again when they are
/// replaced.
///
/// TLS 1.2 is the oldest version that is accepted: "Implementations MUST NOT negotiate TLS version 1.1".
/// [RFC 9325 §3.1.1](https://www.rfc-editor.org/rfc/rfc9325#section-3.1.1)
public final class ServerCertificate: Sendable {
  /// The path of the file with the certificate and its chain.
  public let certificateFile: String
  /// The path of the file with its private key.
  public let keyFile: String

  private struct State {
    var loaded: Loaded
    var marks: [FileMark?]
  }

  private struct Loaded {
    let context: NIOSSLContext
    let expiresAt: Date
  }

  private let state: Mutex<State>

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - certificateFile: The path of a file with the certificate and, after it, its intermediate
  ///     certificates, as PEM.
  ///   - keyFile: The path of a file with the private key of the first certificate as PEM. It must not be
  ///     encrypted, and not be readable by all users of the machine.
  /// - Throws: ``ServerCertificateError`` when a file cannot be used, or the key is not that of the
  ///   certificate.
  public init(certificateFile: String, keyFile: String) throws(ServerCertificateError) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    // Before the files are read, so that a change in between is noticed later.
    let marks = [FileMark(certificateFile), FileMark(keyFile)]
    state = Mutex(
      State(loaded: try Self.load(certificateFile, keyFile), marks: marks))
  }

  /// The TLS context for new connections.
  var context: NIOSSLContext { state.withLock { $0.loaded.context } }

  /// When the current certificate expires, by the wall clock. Clients refuse it then.
  public var expiresAt: Date { state.withLock { $0.loaded.expiresAt } }

  /// Reads the files again. New connections use the new certificate; open ones keep the old one.
  ///
  /// - Throws: ``ServerCertificateError`` when the new files cannot be used: the certificate that was read
  ///   before stays.
  public func reload() throws(ServerCertificateError) {
    let marks = [FileMark(certificateFile), FileMark(keyFile)]
    // Before loading, so that unusable files are reported once.
    state.withLock { $0.marks = marks }
    let loaded = try Self.load(certificateFile, keyFile)
    state.withLock { $0.loaded = loaded }
  }

  /// Reads the files again if the time, size or inode of one of them has changed.
  ///
  /// - Returns: Whether the files were read again.
  /// - Throws: ``ServerCertificateError`` when the new files cannot be used: the certificate that was read
  ///   before stays, and the same files are not tried again by the next call.
  public func reloadIfChanged() throws(ServerCertificateError) -> Bool {
    let marks = [FileMark(certificateFile), FileMark(keyFile)]
    guard state.withLock({ $0.marks != marks }) else { return false }
    try reload()
    return true
  }

  private static func load(
    _ certificateFile: String, _ keyFile: String
  ) throws(ServerCertificateError) -> Loaded {
    let certificates = try certificates(in: certificateFile)
    let key = try key(in: keyFile)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    // How long a peer may take to close its side of TLS. After ``HTTPLimits/drain`` the process has two seconds
    // left.
    configuration.shutdownTimeout = .seconds(1)
    do {
      return Loaded(
        context: try NIOSSLContext(configuration: configuration),
        expiresAt: Date(timeIntervalSince1970: TimeInterval(certificates[0].notValidAfter)))
    } catch {
      throw .mismatch(certificateFile, keyFile)
    }
  }

  private static func certificates(
    in file: String
  ) throws(ServerCertificateError) -> [NIOSSLCertificate] {
    let bytes = try read(file)
    guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty
    else { throw .noCertificate(file) }
    return certificates
  }

  private static func key(in file: String) throws(ServerCertificateError) -> NIOSSLPrivateKey {
    let bytes = try read(file)
    var status = stat()
    // `stat`, not `lstat`: programs that renew certificates use symbolic links to the newest files.
    guard stat(file, &status) == 0, status.st_mode & 0o007 == 0 else { throw .loose(file) }
    guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else { throw .noKey(file) }
    return key
  }

  private static func read(_ file: String) throws(ServerCertificateError) -> [UInt8] {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: file)) else {
      throw .unreadable(file)
    }
    return Array(data)
  }
}

/// Identifies the version of a file, to notice changes.
private struct FileMark: Equatable {
  private let numbers: [Int]

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    numbers = [
      Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_size),
      Int(truncatingIfNeeded: status.st_ino),
    ]
  }
}
