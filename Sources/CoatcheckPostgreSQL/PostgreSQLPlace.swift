// SPDX-License-Identifier: Apache-2.0
import CLibPQ
import Foundation

/// The address of a database, the settings of its connections, and their time limits.
package struct PostgreSQLPlace: Sendable {
  /// Whether the server's certificate is checked.
  package enum Verification: Sendable {
    /// `sslmode=verify-full`, unless the database is on this machine.
    case required
    /// As the connection string says. If that is weak, any machine between them can read and change all
    /// data.
    case asTheStringSays
  }

  let libpq: LibPQ

  /// The connection's parameters by their keywords:
  /// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS.
  let parameters: [(keyword: String, value: String)]

  /// The hosts and the name of the database, for messages.
  package let shown: String
  /// The maximum number of connections.
  package var connections = 8
  /// How long a caller waits for a connection, in seconds.
  package var waiting = 5.0
  /// The maximum number of callers that wait.
  package var queue = 4096
  /// Compares this machine's clock with the database's, for all connections; nil for no comparison.
  package var clock: PostgreSQLClock?
  /// How long a statement may take, in seconds. The database ends one that takes longer; when it does not
  /// answer at all, the connection is closed one second later.
  package let statementLimit: Double

  /// Reads a connection string. What it leaves out comes from the `PG*` variables, as with every program of
  /// PostgreSQL; a password comes from `PGPASSWORD`, or a password file.
  ///
  /// - Parameters:
  ///   - text: `postgresql://…`, or keywords and values.
  ///   - schema: The schema with the tables: lower-case letters, digits and `_`.
  ///   - verification: Whether the server's certificate is checked.
  ///   - connectLimit: How long a connection to one host may take, in seconds.
  ///   - statementLimit: How long a statement may take, in seconds.
  ///   - program: What the database calls the connections unless the string does (`application_name`).
  /// - Throws: `settings` when the text cannot be read, or names a connection that is not verified; when libpq is not on
  ///   this machine.
  package init(
    _ text: String, schema: String, verification: Verification = .required, connectLimit: Int = 5,
    statementLimit: Double = 10, program: String = "coatcheckd"
  ) throws(PostgreSQLFailure) {
    guard !schema.isEmpty, schema.utf8.allSatisfy(Self.mayStandInName) else {
      throw .settings("a schema's name has lower-case letters, digits and _ only")
    }
    libpq = try LibPQ()
    var given = try Self.read(text, libpq)
    let usual = Self.defaults(libpq)
    // A service name, whose parameters in a file would apply after the checks here.
    let service = given["service"] ?? usual["service"]
    let hosts = given["hostaddr"] ?? usual["hostaddr"] ?? given["host"] ?? usual["host"] ?? ""
    let isLocal = service == nil && Self.areLocal(hosts)
    try Self.verify(&given, usual: usual, isLocal: isLocal, verification)
    if given["gssencmode"] == nil { given["gssencmode"] = "disable" }
    if given["target_session_attrs"] == nil { given["target_session_attrs"] = "read-write" }
    if given["connect_timeout"] == nil { given["connect_timeout"] = "\(max(connectLimit, 2))" }
    if given["tcp_user_timeout"] == nil { given["tcp_user_timeout"] = "15000" }
    given["fallback_application_name"] = program
    given["client_encoding"] = "UTF8"
    let milliseconds = Int(statementLimit * 1000)
    let own = [
      "search_path=\(schema)", "statement_timeout=\(milliseconds)", "lock_timeout=\(milliseconds)",
      "idle_in_transaction_session_timeout=\(milliseconds * 2)",
      "default_transaction_isolation=read\\ committed",
      // The database releases the locks of an unreachable machine within half a minute. No keepalives are
      // sent while the machine has not acknowledged an answer: the last setting is for that case.
      "tcp_keepalives_idle=10", "tcp_keepalives_interval=5", "tcp_keepalives_count=3",
      "tcp_user_timeout=25000",
    ].map { "-c \($0)" }
    given["options"] = ([given["options"] ?? usual["options"] ?? ""] + own).joined(separator: " ")
    let database = given["dbname"] ?? usual["dbname"] ?? given["user"] ?? usual["user"] ?? ""
    shown = "\(hosts.isEmpty ? "localhost" : hosts)/\(database)"
    parameters = given.sorted { $0.key < $1.key }.map { (keyword: $0.key, value: $0.value) }
    self.statementLimit = statementLimit
  }

  /// Whether a connection string contains a password: other users of the machine see program arguments.
  package static func holdsPassword(_ text: String) -> Bool {
    ((try? read(text, LibPQ())) ?? [:]).keys.contains { $0 == "password" || $0 == "sslpassword" }
  }

  /// What a connection is made with.
  package func parameter(_ keyword: String) -> String? {
    parameters.first { $0.keyword == keyword }?.value
  }

  private static func verify(
    _ given: inout [String: String], usual: [String: String], isLocal: Bool,
    _ verification: Verification
  ) throws(PostgreSQLFailure) {
    if isLocal || verification == .asTheStringSays { return }
    // `prefer` is the default of libpq: it continues without encryption if the server does not offer it.
    let named = given["sslmode"] ?? usual["sslmode"].flatMap { $0 == "prefer" ? nil : $0 }
    guard named == nil || named == "verify-full" else {
      throw .settings(
        "sslmode=\(named ?? "") does not check which server answers; use verify-full, or leave it out"
      )
    }
    given["sslmode"] = "verify-full"
    guard given["sslrootcert"] == nil, usual["sslrootcert"] == nil else { return }
    // libpq reads only ~/.postgresql/root.crt. Without that file, the certificates of the system are used.
    let own = NSHomeDirectory() + "/.postgresql/root.crt"
    let candidates = [
      own, "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/cert.pem", "/etc/ssl/cert.pem",
    ]
    if let found = candidates.first(where: { FileManager.default.isReadableFile(atPath: $0) }) {
      given["sslrootcert"] = found
    }
  }

  private static func read(
    _ text: String, _ libpq: LibPQ
  ) throws(PostgreSQLFailure) -> [String: String] {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = libpq.call.PQconninfoParse(text, &message) else {
      // libpq's message quotes the text, which may contain a password.
      if let message { libpq.call.PQfreemem(message) }
      throw .settings("the connection string cannot be read")
    }
    defer { libpq.call.PQconninfoFree(options) }
    return entries(options)
  }

  private static func defaults(_ libpq: LibPQ) -> [String: String] {
    guard let options = libpq.call.PQconndefaults() else { return [:] }
    defer { libpq.call.PQconninfoFree(options) }
    return entries(options)
  }

  private static func entries(
    _ options: UnsafeMutablePointer<PQconninfoOption>
  ) -> [String: String] {
    var entries: [String: String] = [:]
    var next = options
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val {
        entries[String(cString: keyword)] = String(cString: value)
      }
      next += 1
    }
    return entries
  }

  /// Whether every host of a list is on this machine: a Unix socket or a loopback address.
  static func areLocal(_ hosts: String) -> Bool {
    hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
        || host == "::1" || isLoopback(host)
    }
  }

  private static func isLoopback(_ host: Substring) -> Bool {
    var address = in_addr()
    guard inet_pton(AF_INET, String(host), &address) == 1 else { return false }
    return UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  private static func mayStandInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
