// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Logging

/// Reads a certificate again on SIGHUP, and when its files change. One that cannot be used is reported, and
/// the one before stays in use. One that expires soon is reported once a day.
struct CertificateRenewal: Sendable {
  private static let pause = Duration.seconds(10)
  /// How long before its end a certificate is reported, and how often, in seconds.
  private static let notice: TimeInterval = 14 * 86_400
  private static let reminder: TimeInterval = 86_400

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
    var next = environment.now()
    while true {
      if environment.now() >= next {
        reportEnd()
        next = environment.now().addingTimeInterval(Self.reminder)
      }
      try await environment.sleep(Self.pause)
      report { () throws(ServerCertificateError) in try certificate.reloadIfChanged() }
    }
  }

  private func report(_ read: () throws(ServerCertificateError) -> Bool) {
    do throws(ServerCertificateError) {
      guard try read() else { return }
      logger.notice("the certificate was read again")
      reportEnd()
    } catch {
      logger.error("the new certificate cannot be used", metadata: ["reason": "\(error)"])
    }
  }

  /// Says that a certificate has expired, or will soon.
  private func reportEnd() {
    let left = certificate.expiresAt.timeIntervalSince(environment.now())
    guard left < Self.notice else { return }
    let details: Logger.Metadata = ["at": "\(certificate.expiresAt.formatted(.iso8601))"]
    if left <= 0 {
      logger.error("the certificate has expired, and clients refuse it", metadata: details)
    } else {
      logger.warning("the certificate expires soon", metadata: details)
    }
  }
}
