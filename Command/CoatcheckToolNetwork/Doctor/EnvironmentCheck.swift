// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation

/// Whether the environment variables that the commands use have valid values.
enum EnvironmentCheck: DoctorCheck {
  static let name = "environment"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    proxies(subject) + certificates(subject) + folders(subject)
  }

  private static func proxies(_ subject: DoctorSubject) -> [DoctorFinding] {
    ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"].compactMap { variable in
      guard let value = subject.context.variable(variable), !value.isEmpty else { return nil }
      let parts = URIParts(value.contains("://") ? value : "http://" + value)
      guard parts?.authority == nil else { return nil }
      return .failed(
        name, "\(variable) is no address of a proxy", "set it to http://HOST:PORT, or unset it")
    }
  }

  private static func certificates(_ subject: DoctorSubject) -> [DoctorFinding] {
    guard let path = subject.context.variable("SSL_CERT_FILE"), !path.isEmpty else { return [] }
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    guard !text.contains("-----BEGIN CERTIFICATE-----") else { return [] }
    return [
      .failed(
        name, "SSL_CERT_FILE names no file with certificates in PEM",
        "set it to the file of the authorities to trust, or unset it")
    ]
  }

  private static func folders(_ subject: DoctorSubject) -> [DoctorFinding] {
    ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"].compactMap {
      guard let value = subject.context.variable($0), !value.isEmpty, !value.hasPrefix("/") else {
        return nil
      }
      return .warning(
        name, "\($0) is not an absolute path, so it is ignored", "set it to one, or unset it")
    }
  }
}
