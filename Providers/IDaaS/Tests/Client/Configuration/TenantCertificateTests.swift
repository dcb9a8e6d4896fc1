// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import TestKit

/// A tenant behind TLS, whose certificate no authority issued. It answers every request with the countries.
private final class TLSTenant: Sendable {
  private let folder: Folder
  private let child: ChildProcess
  let port: Int

  private static let script = """
    import socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    body = open(sys.argv[3], 'rb').read()
    listener = socket.create_server(('127.0.0.1', 0))
    print(f'port {listener.getsockname()[1]}', flush=True)
    def serve(raw):
        try:
            with context.wrap_socket(raw, server_side=True) as connection:
                if connection.recv(65536):
                    print('request', flush=True)
                    head = 'HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\n'
                    head += f'Connection: close\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n'
                    connection.sendall(head.encode() + body)
        except OSError: pass
    while True:
        raw, _ = listener.accept()
        raw.settimeout(30)
        threading.Thread(target=serve, args=(raw,), daemon=True).start()
    """

  init() async throws {
    folder = try Folder()
    let made = try ChildProcess.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-days", "2", "-subj", "/CN=tenant", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
      folder.path + "/key.pem", "-out", folder.path + "/tenant.pem",
    ])
    #expect(made.status == 0, "\(made.output)")
    _ = try ChildProcess.run([
      "openssl", "x509", "-in", folder.path + "/tenant.pem", "-outform", "der", "-out",
      folder.path + "/tenant.der",
    ])
    try folder.write("countries.json", Array(AreaCodes.usual.json.serialized()))
    child = try ChildProcess(
      "/usr/bin/env",
      [
        "python3", "-u", "-c", Self.script, folder.path + "/tenant.pem", folder.path + "/key.pem",
        folder.path + "/countries.json",
      ])
    let line = try await child.line { $0.hasPrefix("port ") }
    port = try #require(Int(line.dropFirst(5)))
  }

  deinit { child.crash() }

  /// The certificate.
  var der: Data { Data(folder.read("tenant.der") ?? []) }
  /// How many requests were read.
  var requests: Int { child.output.split(separator: "\n").count { $0 == "request" } }
}

@Suite("The certificate of a tenant")
struct TenantCertificateTests {
  @Test("is checked by default and against the pins that are given, before anything is sent")
  func pins() async throws {
    let tenant = try await TLSTenant()
    func idaas(_ pins: [CertificatePin]?) throws -> IDaaS {
      let configuration = try IDaaSConfiguration(
        domain: "https://127.0.0.1:\(tenant.port)", clientID: "app")
      guard let pins else { return try IDaaS(configuration, store: MemoryTokenStore()) }
      return try IDaaS(
        configuration, store: MemoryTokenStore(),
        trust: try TrustRules(["127.0.0.1": .pinned(pins)]))
    }
    let other = CertificatePin.certificate(der: Data("another certificate".utf8))
    for pins in [nil, [other]] {
      let error = await failure { try await idaas(pins).areaCodes() }
      #expect(error?.code == .certificateMismatch)
    }
    #expect(tenant.requests == 0)
    let codes = try await idaas([.certificate(der: tenant.der)]).areaCodes()
    #expect(codes == AreaCodes.usual)
  }
}
