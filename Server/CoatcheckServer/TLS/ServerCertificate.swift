// SPDX-License-Identifier: Apache-2.0
public import Foundation
import NIOSSL
import Synchronization

/// The certificate that a listener shows to clients, read from two files and read again when it is replaced.
///
/// TLS 1.2 is the oldest version that is spoken: "Implementations MUST NOT negotiate TLS version 1.1".
/// [RFC 9325 §3.1.1](https://www.rfc-editor.org/rfc/rfc9325#section-3.1.1)
public final class ServerCertificate: Sendable {
  /// The file with the certificate and those that lead to an authority.
  public let certificateFile: String
  /// The file with its private key.
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
  ///   - certificateFile: The certificate and, behind it, those that lead to an authority, as PEM.
  ///   - keyFile: The private key of the first certificate as PEM, not encrypted, and not readable by all users of the machine.
  /// - Throws: ``ServerCertificateError``: nothing can be served over TLS.
  public init(certificateFile: String, keyFile: String) throws(ServerCertificateError) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    // Before the files are read: a change in between is seen later.
    let marks = [FileMark(certificateFile), FileMark(keyFile)]
    state = Mutex(
      State(loaded: try Self.load(certificateFile, keyFile), marks: marks))
  }

  /// What new connections are accepted with.
  var context: NIOSSLContext { state.withLock { $0.loaded.context } }

  /// When the certificate that clients are shown expires. Clients refuse it then.
  public var expiresAt: Date { state.withLock { $0.loaded.expiresAt } }

  /// Reads the files again. Connections that are open keep what they have.
  ///
  /// - Throws: ``ServerCertificateError``: the certificate that was read before stays.
  public func reload() throws(ServerCertificateError) {
    let marks = [FileMark(certificateFile), FileMark(keyFile)]
    // The same unusable files are reported once.
    state.withLock { $0.marks = marks }
    let loaded = try Self.load(certificateFile, keyFile)
    state.withLock { $0.loaded = loaded }
  }

  /// Reads the files again if one of them has another time, size or place on the disk.
  ///
  /// - Returns: Whether one had.
  /// - Throws: ``ServerCertificateError``: the certificate that was read before stays.
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
    // Through a link: programs that renew certificates keep links to the newest files.
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

/// What tells whether a file is the one that was read.
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
