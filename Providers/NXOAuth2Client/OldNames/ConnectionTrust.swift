// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Foundation
import Logging

/// Turns the certificates that delegates name into `TrustRules`.
@MainActor
enum ConnectionTrust {
  /// The trust mode and the certificates that a delegate returns for a host.
  typealias Judgement = (mode: NXOAuth2TrustMode, certificates: [Any])

  /// The rules for hosts.
  ///
  /// - Parameters:
  ///   - hosts: The hosts.
  ///   - logger: Gets a warning for each mode that is ignored.
  ///   - judge: Returns the delegate's mode and certificates for a host.
  /// - Throws: `misused` naming `hosts` when one of them is not a host.
  static func rules(
    for hosts: [String], _ logger: Logger, _ judge: (String) -> Judgement
  ) throws(OAuthError) -> TrustRules {
    var rules: [String: HostTrust] = [:]
    for host in Set(hosts.map { $0.lowercased() }) {
      let (mode, certificates) = judge(host)
      if mode.rawValue & NXOAuth2TrustModeAnyCertificate.rawValue != 0 {
        logger.warning(
          "NXOAuth2TrustModeAnyCertificate is not obeyed: certificates are checked",
          metadata: ["host": "\(host)"])
      }
      guard mode.rawValue & NXOAuth2TrustModeSpecificCertificate.rawValue != 0 else { continue }
      // Without a matching certificate, no connection is made.
      rules[host] = .pinned(
        certificates.compactMap { $0 as? Data }.map { .certificate(der: $0) })
    }
    return rules.isEmpty ? .system : try TrustRules(rules)
  }
}

extension NXOAuth2Client {
  /// The delegate's trust mode and certificates for a host; without a delegate the system decides.
  func trust(of host: String) -> ConnectionTrust.Judgement {
    if let trustJudge { return trustJudge(host) }
    guard let delegate else { return (NXOAuth2TrustModeSystem, []) }
    // The old library passed the connection of the token request, which does not exist here.
    let connection = NXOAuth2Connection(idleFor: self)
    return (
      delegate.connection(connection, trustModeForHostname: host),
      delegate.connection(connection, trustedCertificatesForHostname: host) ?? []
    )
  }
}
