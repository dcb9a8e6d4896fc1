// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Foundation
import Logging

/// The certificates that delegates name, as rules.
@MainActor
enum ConnectionTrust {
  /// What a delegate says about a host.
  typealias Judgement = (mode: NXOAuth2TrustMode, certificates: [Any])

  /// The rules for hosts.
  ///
  /// - Parameters:
  ///   - hosts: The hosts.
  ///   - logger: Is told what is not obeyed.
  ///   - judge: What the delegate says about a host.
  /// - Throws: `misused` naming `hosts` when one of them is no host.
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
      // Where none fits, no connection is made.
      rules[host] = .pinned(
        certificates.compactMap { $0 as? Data }.map { .certificate(der: $0) })
    }
    return rules.isEmpty ? .system : try TrustRules(rules)
  }
}

extension NXOAuth2Client {
  /// What the delegate says about a host; the system decides without one.
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
