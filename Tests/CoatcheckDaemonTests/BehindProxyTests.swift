// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite(
    "coatcheckd behind a proxy", .timeLimit(.minutes(10)),
    .enabled(
      if: ReverseProxy.areInstalled, "nginx-light and haproxy are missing: scripts/setup test"))
  struct BehindProxyTests {
    private static let origin = "https://login.example"
    private static let seed = """
      {
        "users": [{"username": "alice", "password": "\(Visitor.password)"}],
        "clients": [
          {"id": "app", "redirectURIs": ["http://127.0.0.1/callback"], "consent": "implied",
            "scopes": ["openid", "profile", "offline_access"]},
          {"id": "tv", "grantTypes": ["urn:ietf:params:oauth:grant-type:device_code"], "scopes": ["openid"]},
          {"id": "batch", "secret": "\(Visitor.batchSecret)",
            "grantTypes": ["client_credentials"], "scopes": ["reports"]}
        ],
        "settings": {"codeAttempts": 5, "deviceRequests": 3, "pushedRequests": 3, "passwordAttempts": 2,
          "passwordAttemptsFromAddress": 3}
      }
      """

    /// A limit on the attempts of one address.
    struct Limit: Sendable {
      let count: Int
      /// The status up to the limit, and the one that another address gets meanwhile.
      let refused: Int
      let served: Int
      /// The request that an address repeats up to the limit.
      let wrong: @Sendable (Visitor, Int) async throws -> Int
      /// The request that another address sends meanwhile.
      let right: @Sendable (Visitor) async throws -> Int
    }

    private static let limits: [Case<Limit>] = [
      Case(
        "client secrets",
        Limit(count: 20, refused: 401, served: 200) { visitor, _ in
          try await visitor.batch(secret: "wrong").status
        } right: {
          try await $0.batch().status
        }),
      Case(
        "authorization codes",
        Limit(count: 5, refused: 400, served: 400) { visitor, _ in
          try await visitor.guessCode()
        } right: {
          try await $0.guessCode()
        }),
      Case(
        "user codes of devices",
        Limit(count: 10, refused: 400, served: 400) { visitor, _ in
          try await visitor.typeUserCode("BCDF-GHJK")
        } right: {
          try await $0.typeUserCode("BCDF-GHJK")
        }),
      Case(
        "requests for codes of devices",
        Limit(count: 3, refused: 200, served: 200) { visitor, _ in
          try await visitor.form("/device_authorization", ["client_id": "tv"])
        } right: {
          try await $0.form("/device_authorization", ["client_id": "tv"])
        }),
      Case(
        "pushed requests",
        Limit(count: 3, refused: 201, served: 201) { visitor, _ in
          try await visitor.push()
        } right: {
          try await $0.push()
        }),
      Case(
        "passwords of one user",
        Limit(count: 2, refused: 400, served: 303) { visitor, _ in
          try await visitor.signIn("alice", "wrong")
        } right: {
          try await $0.signIn("alice", Visitor.password)
        }),
      Case(
        "passwords of all users",
        Limit(count: 3, refused: 400, served: 303) { visitor, n in
          try await visitor.signIn("name-\(n)", "Spring2026!")
        } right: {
          try await $0.signIn("alice", Visitor.password)
        }),
    ]

    private static func start(
      _ way: ReverseProxy.Way, in folder: Folder
    ) async throws -> (Daemon, ReverseProxy) {
      var options = ["--issuer", origin, "--trusted-proxy", "127.0.0.1"]
      if way.hasProxyProtocol { options.append("--proxy-protocol") }
      let daemon = try await Daemon(in: folder, seed: seed, options)
      return (daemon, try await ReverseProxy(way, before: daemon.port))
    }

    private static func visitor(
      _ address: String, _ port: Int, _ fields: [(String, String)] = []
    ) -> Visitor {
      Visitor(origin, over: AddressedTransport(from: address, to: port, fields: fields))
    }

    // attack: V-01
    @Test(
      "an address that exceeds a limit does not affect other addresses, for every limit",
      arguments: ReverseProxy.Way.allCases)
    func limits(_ way: ReverseProxy.Way) async throws {
      let folder = try Folder()
      let (daemon, proxy) = try await Self.start(way, in: folder)
      defer {
        proxy.stop()
        daemon.stop()
      }
      for (row, limit) in Self.limits.enumerated() {
        let name = limit.name
        let guesser = Self.visitor("127.0.1.\(row + 1)", proxy.port)
        for n in 0..<limit.value.count {
          let status = try await limit.value.wrong(guesser, n)
          #expect(status == limit.value.refused, "\(name) \(n)")
        }
        #expect(try await limit.value.wrong(guesser, limit.value.count) == 429, "\(name)")
        #expect(try await limit.value.right(guesser) == 429, "\(name)")
        let other = Self.visitor("127.0.2.\(row + 1)", proxy.port)
        #expect(try await limit.value.right(other) == limit.value.served, "\(name)")
      }
    }

    // attack: V-01
    @Test(
      "a client cannot forge its address with header fields", arguments: ReverseProxy.Way.allCases)
    func forged(_ way: ReverseProxy.Way) async throws {
      let folder = try Folder()
      let (daemon, proxy) = try await Self.start(way, in: folder)
      defer {
        proxy.stop()
        daemon.stop()
      }
      let forgeries: [Case<@Sendable (Int) -> [(String, String)]>] = [
        Case("X-Forwarded-For", { [("X-Forwarded-For", "192.0.2.\($0)")] }),
        Case("Forwarded", { [("Forwarded", "for=192.0.2.\($0)")] }),
        Case(
          "both", { [("X-Forwarded-For", "192.0.2.\($0)"), ("Forwarded", "for=192.0.2.\($0)")] }),
        Case("two lines", { n in (0..<2).map { ("X-Forwarded-For", "192.0.2.\(n + $0)") } }),
        Case("an open quotation mark", { [("Forwarded", "for=192.0.2.\($0);by=\"")] }),
        Case("a proxy's own", { [("X-Forwarded-For", "192.0.2.\($0), 127.0.0.1")] }),
        Case("nonsense", { [("X-Forwarded-For", "\($0), \u{1}")] }),
        Case(
          "other fields", { [("X-Real-IP", "192.0.2.\($0)"), ("True-Client-IP", "192.0.2.\($0)")] }),
      ]
      for (row, forgery) in forgeries.enumerated() {
        var statuses: [Int] = []
        for n in 0..<21 {
          let guesser = Self.visitor("127.0.1.\(row + 1)", proxy.port, forgery.value(n))
          statuses.append(try await guesser.batch(secret: "wrong").status)
        }
        // Proxies refuse some of these requests, and some are counted for the address of the proxy.
        #expect(
          statuses.last == 429 || statuses.allSatisfy { $0 == 400 }, "\(forgery.name): \(statuses)")
        #expect(statuses.count { $0 == 401 } <= 20, "\(forgery.name): \(statuses)")
        let other = Self.visitor("127.0.2.\(row + 1)", proxy.port)
        #expect(try await other.batch().status == 200, "\(forgery.name)")
      }
      // The header fields of a client that bypasses the proxy are ignored.
      let past = (0..<22).map {
        Self.visitor("127.0.3.1", daemon.port, [("X-Forwarded-For", "192.0.2.\($0)")])
      }
      guard !way.hasProxyProtocol else {
        let header: [UInt8] = [
          0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, 0x21, 0x11, 0, 12,
        ]
        let addresses: [UInt8] = [192, 0, 2, 1, 127, 0, 0, 1, 4, 0, 5, 0]
        let request = Array("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
        for (address, isServed) in [("127.0.3.1", false), ("127.0.0.1", true)] {
          let client = AddressedTransport(from: address, to: daemon.port)
          #expect(
            await client.exchange(header + addresses + request).isEmpty == !isServed, "\(address)")
          #expect(await client.exchange(request).isEmpty, "\(address) without a header")
        }
        return
      }
      var statuses: [Int] = []
      for visitor in past { statuses.append(try await visitor.batch(secret: "wrong").status) }
      #expect(statuses == Array(repeating: 401, count: 20) + [429, 429])
    }

    // attack: V-01
    @Test(
      "with an https issuer, the operator has to configure a proxy, a certificate or --no-proxy",
      arguments: [
        Case("nothing is said", ([], "trustedProxy: is missing")),
        Case(
          "not an address",
          (["--trusted-proxy", "proxy.example"], "--trusted-proxy: An address range")),
        Case("all addresses", (["--trusted-proxy", "0.0.0.0/0"], "must not be everything")),
        Case("a range with host bits", (["--trusted-proxy", "10.0.0.1/8"], "all bits are zero")),
        Case("a prefix too long", (["--trusted-proxy", "10.0.0.0/33"], "from 1 to 32 bits")),
        Case("both set", (["--trusted-proxy", "127.0.0.1", "--no-proxy"], "--no-proxy: excludes")),
        Case(
          "the PROXY protocol of any client",
          (["--proxy-protocol", "--no-proxy"], "--proxy-protocol: needs trustedProxy")),
        Case(
          "a certificate without a key",
          (["--tls-certificate", "c.pem"], "--tls-certificate: needs tlsKey")),
      ] as [Case<([String], String)>])
    func choice(_ row: Case<([String], String)>) async throws {
      let folder = try Folder()
      for issuer in [Self.origin, "HTTPS://login.example"] {
        let (output, status) = try await Daemon.start(
          in: folder.path, ["--issuer", issuer] + row.value.0
        ).end()
        #expect(status == 64 && output.contains(row.value.1), "\(output)")
        #expect(try folder.names().isEmpty)
      }
    }

    @Test("the log names the client, not the proxy", arguments: ReverseProxy.Way.allCases)
    func logged(_ way: ReverseProxy.Way) async throws {
      let folder = try Folder()
      let (daemon, proxy) = try await Self.start(way, in: folder)
      defer {
        proxy.stop()
        daemon.stop()
      }
      let guesser = Self.visitor("127.0.1.77", proxy.port)
      for _ in 0..<11 { _ = try await guesser.typeUserCode("BCDF-GHJK") }
      _ = try await daemon.child.line {
        $0.contains("user_code_throttled") && $0.contains("from=127.0.1.77")
      }
    }
  }
}

extension Visitor {
  /// Sends a form, and returns the status of the response.
  fileprivate func form(_ path: String, _ form: Parameters) async throws -> Int {
    let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    return try await send(.post, path, type, form.encoded).status
  }

  /// Redeems a code that was never issued.
  fileprivate func guessCode() async throws -> Int {
    try await exchange(OpaqueToken(.code, environment: .live).secret.reveal()).status
  }

  /// Pushes the request of the app.
  fileprivate func push() async throws -> Int {
    let query = authorizationURL.split(separator: "?").last.map(String.init) ?? ""
    return try await form("/par", Parameters(decoding: query))
  }

  /// Types the code of a device.
  fileprivate func typeUserCode(_ code: String) async throws -> Int {
    let page = try await browser.get(origin + "/device")
    let csrf = page.forms.first?.fields.first { $0.name == "csrf" }?.value ?? ""
    let action = page.forms.first?.action ?? ""
    return try await browser.post(origin + action, ["csrf": csrf, "user_code": code]).status
  }
}
