// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Logging

/// All settings of a server, with their defaults.
///
/// Each property is named by one row of ``Setting/table``, which says where its value may come from.
struct ServerConfiguration: Sendable {
  var issuer: String?
  var host = "127.0.0.1"
  var port = 8080
  var trustedProxy: [AddressRange] = []
  var proxyProtocol = false
  var noProxy = false
  var tlsCertificate: String?
  var tlsKey: String?
  var database: String?
  /// The maximum number of connections to PostgreSQL.
  var databaseConnections = 8
  /// Whether the certificate of the PostgreSQL server is not checked.
  var databaseUnverified = false
  var keyFile: String?
  /// In days.
  var keyLifetime = KeyRotation.standard.lifetime / 86_400
  /// In days.
  var keyAnnouncement = KeyRotation.standard.announcement / 86_400
  /// In days.
  var keyRetention = KeyRotation.standard.retention / 86_400
  var signingAlgorithm: [SignatureAlgorithm] = []
  var seed: String?
  var tenant: String?
  var development = false
  var privateClients = false
  var metrics: ListeningPlace?
  var admin = false
  /// Identifiers of users.
  var adminUser: [String] = []
  var adminSocket: String?
  var auditDays = 90
  var readyFile: String?
  var announce = false
  var logLevel = Logger.Level.info
  var logFormat = LogLines.Form.text

  var audience: String?
  var assertionAudiences: SeedAudiences?
  /// The issuer's figures. The issuer in it is replaced when the server's is known: ``settings(for:)``.
  var figures: IssuerSettings
  /// The figures of the interface beside the issuer.
  var tenantFigures = TenantFigures.usual
  /// The limits of a connection.
  var limits = HTTPLimits.standard
  var passwordWorkers = 2
  var passwordQueue = 64

  /// The defaults.
  init() throws(OAuthError) {
    figures = try IssuerSettings(issuer: Issuer("http://127.0.0.1"))
  }

  /// The file with the master key; nil without a database.
  var masterKeyFile: String? { keyFile ?? databasePlace?.keyFile }

  /// Where the store is; nil without a database.
  var databasePlace: DatabasePlace? { database.map { DatabasePlace($0) } }

  /// What is logged when the database's certificate is not checked.
  static let unverifiedNotice =
    "the certificate of the database is not checked: any machine on the way to it can read and change everything"

  /// Whether only this machine reaches the address to listen on.
  var isLoopback: Bool {
    host == "::1" || URIParts("http://\(host)/")?.authority?.isLoopback == true
  }

  /// Whether users reach the server over https. A scheme is compared without regard to case: RFC 3986 §3.1.
  var hasSecureIssuer: Bool { issuer?.lowercased().hasPrefix("https:") == true }

  /// How the addresses of clients are found.
  var addresses: ClientAddresses {
    ClientAddresses(proxies: trustedProxy, proxyProtocol: proxyProtocol ? .required : .absent)
  }

  /// The certificate, read; nil when the server does not speak TLS.
  ///
  /// - Throws: `ServerCertificateError`.
  func certificate() throws -> ServerCertificate? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return try ServerCertificate(certificateFile: tlsCertificate, keyFile: tlsKey)
  }

  /// How long signing keys sign, and are published before and after.
  ///
  /// - Throws: `misused` naming the invalid duration.
  func rotation() throws(OAuthError) -> KeyRotation {
    try KeyRotation(
      lifetime: keyLifetime * 86_400, announcement: keyAnnouncement * 86_400,
      retention: keyRetention * 86_400)
  }

  /// The issuer's settings.
  ///
  /// - Parameter issuer: The issuer's identifier.
  /// - Throws: `misused` for an invalid identifier.
  func settings(for issuer: String) throws(OAuthError) -> IssuerSettings {
    var settings = try figures.moved(to: Issuer(issuer))
    if let audience { settings.audience = audience }
    settings.administrators = Set(adminUser)
    if let assertionAudiences {
      settings.assertionAudiences = try assertionAudiences.audiences(of: settings.issuer)
    }
    return settings
  }
}
