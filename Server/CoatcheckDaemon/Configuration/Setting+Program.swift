// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Logging

extension Setting {
  /// The settings that have a flag.
  static let program: [Setting] = [
    Setting(
      optional: "issuer", \.issuer, .url,
      "the issuer identifier; fixed, never taken from a `Host` field; `http://127.0.0.1:PORT` unless given",
      flag: { $0.issuer.map { .string($0) } }),
    Setting(
      "host", \.host, .text("address"),
      "the address to listen on; others than loopback need an https issuer",
      flag: { $0.host.map { .string($0) } }),
    Setting(
      "port", \.port, .count(0...65_535), "the port to listen on; 0 takes a free one",
      flag: { $0.port.map { .number(JSONNumber($0)) } }),
    Setting(
      "trustedProxy", \.trustedProxy, .ranges,
      "the addresses of your own proxies, which are believed when they name a client",
      flag: { serve in
        let ranges = serve.clientAddresses.trustedProxy
        return ranges.isEmpty ? nil : .array(ranges.map { .string($0) })
      }),
    Setting(
      "proxyProtocol", \.proxyProtocol, .flag,
      "connections begin with a header of the PROXY protocol, version 2; needs `trustedProxy`",
      flag: { $0.clientAddresses.proxyProtocol ? true : nil }),
    Setting(
      "noProxy", \.noProxy, .flag,
      "there is no proxy although the issuer is https; without this, `trustedProxy` or `tlsCertificate` such a server does not start",
      flag: { $0.clientAddresses.noProxy ? true : nil }),
    Setting(
      optional: "tlsCertificate", \.tlsCertificate, .path,
      "the PEM file with the certificates to speak TLS with; read again on SIGHUP, and when it changes",
      flag: { $0.tls.tlsCertificate.map { .string($0) } }),
    Setting(
      optional: "tlsKey", \.tlsKey, .path, "the PEM file with the private key of the first of them",
      flag: { $0.tls.tlsKey.map { .string($0) } }),
    Setting(
      optional: "database", \.database, .database,
      "the SQLite file, made on the first start, or the PostgreSQL database",
      flag: { $0.database.map { .string($0) } }),
    Setting(
      optional: "keyFile", \.keyFile, .path,
      "the file with the master key that encrypts the signing keys; `DATABASE.key` unless given",
      flag: { $0.keyFile.map { .string($0) } }),
    Setting(
      "keyLifetime", \.keyLifetime, .days, "how long a signing key signs",
      flag: { $0.keyRotation.keyLifetime.map(SettingText.shortest) }),
    Setting(
      "keyAnnouncement", \.keyAnnouncement, .days,
      "how long a signing key is published before it signs",
      flag: { $0.keyRotation.keyAnnouncement.map(SettingText.shortest) }),
    Setting(
      "keyRetention", \.keyRetention, .days, "how long a signing key is published after it signed",
      flag: { $0.keyRotation.keyRetention.map(SettingText.shortest) }),
    Setting(
      "signingAlgorithm", \.signingAlgorithm,
      .words(SignatureAlgorithm.allCases.map { ($0.rawValue, $0) }),
      "sign ID tokens and userinfo with these as well, for clients that register them",
      flag: { serve in
        let names = serve.signingAlgorithm.map(\.rawValue)
        return names.isEmpty ? nil : .array(names.map { .string($0) })
      }),
    Setting(
      optional: "seed", \.seed, .path,
      "users, clients and settings, applied on every start and on SIGHUP", [.live],
      flag: { $0.seed.map { .string($0) } }),
    Setting(
      optional: "tenant", \.tenant, .path, "the folder of a tenant, for social login",
      flag: { $0.tenant.map { .string($0) } }),
    Setting(
      "development", \.development, .flag, "keep a tenant's codes in an outbox; loopback only",
      flag: { $0.development ? true : nil }),
    Setting(
      "privateClients", \.privateClients, .flag,
      "send requests to clients in private networks, too",
      flag: { $0.privateClients ? true : nil }),
    Setting(
      optional: "metrics", \.metrics, .place,
      "where Prometheus metrics are served, at `/metrics`; nowhere unless given",
      flag: { $0.metrics.map { .string($0) } }),
    Setting(
      "admin", \.admin, .flag,
      "serve [administration](administration.md) at `/admin`, for tokens with the scope `coatcheck.admin`",
      [.live], flag: { $0.administration.admin ? true : nil }),
    Setting(
      "adminUser", \.adminUser, .texts,
      "the identifiers of users who may administer through a client; needs `admin`", [.live],
      flag: { serve in
        let users = serve.administration.adminUser
        return users.isEmpty ? nil : .array(users.map { .string($0) })
      }),
    Setting(
      optional: "adminSocket", \.adminSocket, .path,
      "the Unix socket for the commands of this machine; `DATABASE.admin` unless given",
      flag: { $0.administration.adminSocket.map { .string($0) } }),
    Setting(
      "auditDays", \.auditDays, .count(1...3_660),
      "how many days the audit log in the database goes back",
      flag: { $0.administration.auditDays.map { .number(JSONNumber($0)) } }),
    Setting(
      optional: "readyFile", \.readyFile, .path, "a file to write the issuer to, once it serves",
      flag: { $0.readyFile.map { .string($0) } }),
    Setting(
      "announce", \.announce, .flag, "print the issuer on standard output, once it serves",
      flag: { $0.announce ? true : nil }),
    Setting(
      "logLevel", \.logLevel, .word(levels), "how much to log on standard error", [.live],
      flag: { $0.logLevel.map { .string($0) } }),
    Setting(
      "logFormat", \.logFormat, .word([("text", .text), ("json", .json)]),
      "how to write a line of the log", flag: { $0.logFormat.map { .string($0) } }),
  ]

  private static var levels: [(word: String, value: Logger.Level)] {
    Logger.Level.allCases.map { ($0.rawValue, $0) }
  }
}
