// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

@Suite("PostgreSQL: another server at the address of the database")
struct PostgreSQLImpostorTests {
  /// Accepts one connection, responds to its request for TLS
  /// (https://www.postgresql.org/docs/15/protocol-flow.html#id-1.10.6.7.12) as its argument says, and
  /// prints what the client sends then.
  private static let impostor = """
    import socket, ssl, sys
    conduct, certificate, key = sys.argv[1:]
    listener = socket.create_server(("127.0.0.1", 0))
    print("port", listener.getsockname()[1], flush=True)
    connection, _ = listener.accept()
    connection.settimeout(10)
    asked = connection.recv(8)
    answers = {"no TLS": b"N", "TLS": b"S", "an error": b"E" + b"SFATAL\\0MGo away\\0\\0", "more than an answer": b"SR\\0\\0\\0\\x08\\0\\0\\0\\x03"}
    connection.sendall(answers[conduct])
    try:
        if conduct == "TLS":
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            connection = context.wrap_socket(connection, server_side=True)
        came = connection.recv(4096)
    except OSError:
        came = b""
    print("asked for TLS:", asked == b"\\0\\0\\0\\x08\\x04\\xd2\\x16\\x2f", flush=True)
    print("came:", came, flush=True)
    """

  // attack: ST-19
  @Test(
    "receives neither the password nor the user's name",
    arguments: ["no TLS", "TLS", "an error", "more than an answer"])
  func nothing(_ conduct: String) async throws {
    let certificates = try Certificates()
    let server = try ChildProcess(
      "/usr/bin/env",
      [
        "python3", "-c", Self.impostor, conduct, certificates.path("server.pem"),
        certificates.path("a.key"),
      ])
    let port = try await server.line { $0.hasPrefix("port ") }.dropFirst(5)
    let place = try PostgreSQLPlace(
      "postgresql://the-user:the-password@127.0.0.1:\(port)/db?sslmode=verify-full"
        + "&sslrootcert=/etc/ssl/certs/ca-certificates.crt", schema: "public")
    let pool = PostgreSQLPool(place)
    let result = await pool.run(.reading) { try $0.count("SELECT 1 AS count") }
    guard case .failure(let error) = result,
      case .unreachable? = error as? PostgreSQLFailure
    else {
      Issue.record("\(result)")
      return
    }
    #expect(!"\(error)".contains("the-password"))
    let (output, _) = try await server.end()
    #expect(output.contains("asked for TLS: True"), "\(output)")
    #expect(output.contains("came: b"), "\(output)")
    #expect(!output.contains("the-password") && !output.contains("the-user"), "\(output)")
    await pool.close()
  }
}
