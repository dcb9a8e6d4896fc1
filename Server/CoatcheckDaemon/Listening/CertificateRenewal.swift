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

  /// Runs until it is cancelled.
  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await HangUps().forEach {
          report { () throws(ServerCertificateError) in
            try certificate.reload()
            return true
          }
        }
      }
      group.addTask {
        while true {
          try await environment.sleep(Self.pause)
          report { () throws(ServerCertificateError) in try certificate.reloadIfChanged() }
        }
      }
      try await group.waitForAll()
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
