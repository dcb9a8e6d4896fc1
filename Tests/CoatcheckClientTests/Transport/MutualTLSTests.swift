// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A Python server that requires a client certificate, and returns the thumbprint of the one it received.
private struct MutualTLSServer: Sendable {
  private let server: PythonServer

  private static let script = """
    import base64, hashlib, socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(sys.argv[3])
    listener = socket.create_server(('127.0.0.1', 0), backlog=128)
    def serve(raw):
        try:
            with context.wrap_socket(raw, server_side=True) as connection:
                seen = hashlib.sha256(connection.getpeercert(True)).digest()
                body = base64.urlsafe_b64encode(seen).rstrip(b'=')
                head = b''
                while b'\\r\\n\\r\\n' not in head:
                    more = connection.recv(65536)
                    if not more: return
                    head += more
                connection.sendall(
                    b'HTTP/1.1 200 OK\\r\\nConnection: close\\r\\nContent-Length: %d\\r\\n\\r\\n%s'
                    % (len(body), body))
        except (ssl.SSLError, OSError):
            pass
    print(f'port {listener.getsockname()[1]}', flush=True)
    while True:
        raw, _ = listener.accept()
        raw.settimeout(30)
        threading.Thread(target=serve, args=(raw,), daemon=True).start()
    """

  init(_ folder: String, trusting client: String) async throws {
    server = try await PythonServer(
      Self.script,
      ["\(folder)/server.pem", "\(folder)/a.key", "\(folder)/\(client).pem"])
  }

  var port: Int { server.port }
}

@Suite("A client with a certificate", .timeLimit(.minutes(10)))
struct MutualTLSTests {
  private let certificates: Certificates

  init() throws {
    certificates = try Certificates()
    try certificates.certificate("client", key: "b", names: nil)
    try certificates.certificate("other", key: "a", names: nil)
  }

  private func identity(_ name: String = "client", key: String = "b") throws -> TLSIdentity {
    let folder = certificates.folder
    return try TLSIdentity(
      certificates: String(decoding: folder.read("\(name).pem") ?? [], as: UTF8.self),
      key: Secret(String(decoding: folder.read("\(key).key") ?? [], as: UTF8.self)))
  }

  /// The thumbprint of the client certificate that the server has received.
  private func seen(
    by server: MutualTLSServer, _ identities: HostIdentities
  ) async throws(OAuthError) -> String {
    let certificate: Data
    do { certificate = try certificates.der("server") } catch { throw .misused("server", "none") }
    let transport = AsyncHTTPTransport(
      proxies: .direct,
      trust: try TrustRules(["localhost": .pinned([.certificate(der: certificate)])]),
      identities: identities)
    let request = HTTPRequest(to: "https://localhost:\(server.port)/token")
    let (_, body) = try await transport.send(request)
    return String(decoding: body, as: UTF8.self)
  }

  @Test("presents the certificate that is configured for a host or port, and knows its thumbprint")
  func shown() async throws {
    let server = try await MutualTLSServer(certificates.folder.path, trusting: "client")
    let identity = try identity()
    let byHost = try await seen(by: server, HostIdentities(["localhost": identity]))
    #expect(byHost == (try identity.thumbprint()))
    #expect(byHost == CertificateThumbprint.value(ofDER: try certificates.der("client")))
    let byPort = try await seen(by: server, HostIdentities(["localhost:\(server.port)": identity]))
    #expect(byPort == byHost)
  }

  @Test("is refused without a certificate for this host and port, and with another certificate")
  func refused() async throws {
    let server = try await MutualTLSServer(certificates.folder.path, trusting: "client")
    let cases: [(String, HostIdentities)] = [
      ("none", .none),
      ("another one", try HostIdentities(["localhost": identity("other", key: "a")])),
      ("for another host", try HostIdentities(["elsewhere.example": identity()])),
      ("for another port", try HostIdentities(["localhost:1": identity()])),
    ]
    for (name, identities) in cases {
      #expect(await failure { try await seen(by: server, identities) } != nil, "\(name)")
    }
  }

  @Test("with an unreadable certificate or key is an error, and the key is never printed")
  func misuse() throws {
    let key = Secret(String(decoding: certificates.folder.read("b.key") ?? [], as: UTF8.self))
    func fault(_ certificates: String, _ key: Secret) -> OAuthError? {
      do throws(OAuthError) {
        _ = try TLSIdentity(certificates: certificates, key: key)
        return nil
      } catch {
        return error
      }
    }
    let pem = String(decoding: certificates.folder.read("client.pem") ?? [], as: UTF8.self)
    #expect(fault(pem, key) == nil)
    #expect(fault("x", key)?.parameter == "certificates")
    #expect(fault(pem, Secret("x"))?.parameter == "key")
    var text = "\(try identity()) \(String(reflecting: try identity()))"
    dump(try identity(), to: &text)
    #expect(text.contains("redacted"))
    #expect(!text.contains("PRIVATE"))
    for host in ["https://x", "a/b", "*.example", ""] {
      #expect(throws: OAuthError.self) { try HostIdentities([host: identity()]) }
    }
  }

  @Test("sends its id in the form, to the mTLS endpoints")
  func aliases() async throws {
    for authentication in [ClientAuthentication.tls, .selfSignedTLS] {
      let provider = FakeProvider()
      provider.change {
        $0.metadata["mtls_endpoint_aliases"] = ["token_endpoint": "https://mtls.op.example/token"]
      }
      let client = ClientIdentity(id: "app", authentication: authentication)
      let stored = try await provider.flow(client: client).signIn(
        with: provider.user, scopes: [.openID, .offlineAccess])
      #expect(stored.tokenEndpoint.text == "https://mtls.op.example/token")
      let head = try #require(provider.heads("/token").first)
      #expect(head.authority == "mtls.op.example")
      #expect(head.headerFields[.authorization] == nil)
      #expect(provider.forms("/token").first?["client_id"] == "app")
      let store = MemoryTokenStore()
      try await store.save(stored)
      let kept = try StoredSession(json: JSONObject(parsing: stored.json.serialized()))
      #expect(kept.authentication.method == authentication.method)
      try await provider.live(kept, in: store).refresh()
      #expect(provider.heads("/token").allSatisfy { $0.authority == "mtls.op.example" })
    }
    let plain = FakeProvider()
    plain.change {
      $0.metadata["mtls_endpoint_aliases"] = ["token_endpoint": "https://mtls.op.example/token"]
    }
    let stored = try await plain.flow().signIn(with: ReadyAgent(provider: plain), scopes: [.openID])
    #expect(stored.tokenEndpoint.text == "https://op.example/token")
  }
}
