// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth

/// A rule about several settings, each of which is valid by itself.
struct ConfigurationRule: Sendable {
  /// The setting that the problem names.
  let setting: String
  /// The reason if a configuration breaks the rule, else nil.
  let fault: @Sendable (ServerConfiguration) -> String?

  private enum Sentence {
    static let missing = "is missing; --database names it"
    static let keyFile = "is missing: a database that is not a file has no key file beside it"
    static let codes = "shows all codes: it needs a loopback address, and an issuer there"
    static let tenant = "needs a tenant"
    static let administration = "needs admin"
    static let hops = "needs trustedProxy: who may send its header"
    static let proxies = "excludes trustedProxy"
    static let key = "needs tlsKey"
    static let certificate = "needs tlsCertificate"
    static let name = "needs an https issuer: the name in the certificate"
    static let unsaid =
      "is missing: limits count by the client's address, and a proxy stands before an https issuer; name it, or say noProxy"
    static let lifetime =
      "is longer than keyRetention: such a token could not be verified to its end"

    static func open(_ host: String) -> String {
      "\(host) can be reached from elsewhere: that needs an https issuer"
    }
  }

  static let all: [ConfigurationRule] = [
    ConfigurationRule(setting: "database") {
      $0.database == nil ? Sentence.missing : nil
    },
    ConfigurationRule(setting: "keyFile") {
      $0.database != nil && $0.masterKeyFile == nil ? Sentence.keyFile : nil
    },
    ConfigurationRule(setting: "host") { configuration in
      guard !configuration.isLoopback, !configuration.hasSecureIssuer else { return nil }
      return Sentence.open(configuration.host)
    },
    ConfigurationRule(setting: "development") { configuration in
      guard configuration.development else { return nil }
      guard configuration.isLoopback, !configuration.hasSecureIssuer else { return Sentence.codes }
      return configuration.tenant == nil ? Sentence.tenant : nil
    },
    ConfigurationRule(setting: "trustedProxy") { configuration in
      let isSaid =
        configuration.noProxy || configuration.tlsCertificate != nil
        || !configuration.trustedProxy.isEmpty
      return configuration.hasSecureIssuer && !isSaid ? Sentence.unsaid : nil
    },
    ConfigurationRule(setting: "proxyProtocol") {
      $0.proxyProtocol && $0.trustedProxy.isEmpty ? Sentence.hops : nil
    },
    ConfigurationRule(setting: "noProxy") {
      $0.noProxy && !$0.trustedProxy.isEmpty ? Sentence.proxies : nil
    },
    ConfigurationRule(setting: "tlsCertificate") { configuration in
      guard configuration.tlsCertificate != nil else { return nil }
      guard configuration.tlsKey != nil else { return Sentence.key }
      return configuration.hasSecureIssuer ? nil : Sentence.name
    },
    ConfigurationRule(setting: "tlsKey") {
      $0.tlsKey != nil && $0.tlsCertificate == nil ? Sentence.certificate : nil
    },
    ConfigurationRule(setting: "adminUser") {
      !$0.adminUser.isEmpty && !$0.admin ? Sentence.administration : nil
    },
    rotation("keyLifetime", "lifetime"),
    rotation("keyAnnouncement", "announcement"),
    rotation("keyRetention", "retention"),
    lifetime("accessTokenLifetime") { $0.figures.accessTokenLifetime },
    lifetime("idTokenLifetime") { $0.figures.idTokenLifetime },
    tenantLifetime,
  ]

  /// The rule for one of the durations of the key rotation.
  private static func rotation(_ setting: String, _ parameter: String) -> ConfigurationRule {
    ConfigurationRule(setting: setting) { configuration in
      do throws(OAuthError) {
        _ = try configuration.rotation()
        return nil
      } catch {
        return error.parameter == parameter ? error.reason : nil
      }
    }
  }

  /// The key that signed a token has to be published until the token has expired.
  static func lifetime(
    _ setting: String, _ lifetime: @escaping @Sendable (ServerConfiguration) -> Double
  ) -> ConfigurationRule {
    ConfigurationRule(setting: setting) { configuration in
      lifetime(configuration) > configuration.keyRetention * 86_400
        ? Sentence.lifetime : nil
    }
  }

  /// The problems of a configuration.
  ///
  /// - Parameter wrong: Settings that have a problem already; their rules are not checked.
  static func problems(
    of configuration: ServerConfiguration, from sources: [String: SettingSource],
    except wrong: Set<String>
  ) -> [ConfigurationProblem] {
    all.compactMap { rule in
      guard !wrong.contains(rule.setting), let fault = rule.fault(configuration) else { return nil }
      return ConfigurationProblem(
        source: sources[rule.setting] ?? .standard, member: rule.setting, reason: fault)
    }
  }
}
