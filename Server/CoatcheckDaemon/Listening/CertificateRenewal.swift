// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckServer
import Logging

/// Reads a certificate again on SIGHUP, and when its files change. One that cannot be used is reported, and the one before
/// stays.
struct CertificateRenewal: Sendable {
  private static let pause = Duration.seconds(10)

  let certificate: ServerCertificate
  let environment: RuntimeEnvironment
  let logger: Logger

  /// Reads the files now.
  func renew() {
    report { () throws(ServerCertificateError) in
      try certificate.reload()
      return true
    }
  }

  /// Reads the files whenever they have changed, until it is cancelled.
  func run() async throws {
    while true {
      try await environment.sleep(Self.pause)
      report { () throws(ServerCertificateError) in try certificate.reloadIfChanged() }
    }
  }

  private func report(_ read: () throws(ServerCertificateError) -> Bool) {
    do throws(ServerCertificateError) {
      if try read() { logger.notice("the certificate was read again") }
    } catch {
      logger.error("the new certificate cannot be used", metadata: ["reason": "\(error)"])
    }
  }
}
