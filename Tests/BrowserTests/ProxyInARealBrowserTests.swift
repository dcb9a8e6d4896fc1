// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .timeLimit(.minutes(10)))
struct ProxyInARealBrowserTests {
  // attack: K2-42
  @Test("a page cannot use the proxy of coatcheck, even one that knows its secret")
  func page() async throws {
    let server = try await TestServer.start(clock: TestClock(at: Date()))
    let folder = try Folder()
    let store = FileTokenStore(directory: folder.path + "/home/sessions")
    let client = Client(
      of: try await .discover(server.issuer), id: "app",
      store: store, transport: PatientTransport()
    ) {
      $0.userAgent = TestUser.alice.agent(.allow)
      $0.environment = server.clock.environment
    }
    _ = try await client.signIn(scopes: ["openid", "profile"], storedAs: "main")
    let proxy = try ChildProcess(
      BuiltProgram.path("coatcheck"), ["proxy", "--to", server.issuer, "--port", "0"],
      environment: [
        "COATCHECK_HOME": folder.path + "/home", "COATCHECK_STORE": "file",
        "COATCHECK_ALLOW_PLAINTEXT": "1", "XDG_RUNTIME_DIR": folder.path,
      ])
    defer { proxy.stop() }
    let words = try await proxy.line { $0.hasPrefix("http://") }.split(separator: " ").map(
      String.init)
    let secret = try String(contentsOfFile: words[1], encoding: .utf8)
    let elsewhere = try await DocumentHost.start()
    try await Chromium.withSession(transport: Transports.system) { chromium in
      try await chromium.open(elsewhere.url + "/page")
      let attempts = """
        const address = '\(words[0])/userinfo', bearer = {Authorization: 'Bearer \(secret)'};
        window.results = [];
        const note = (name) => (outcome) => results.push(name + ': ' + outcome);
        const all = [
          fetch(address, {headers: bearer}).then(r => r.text()).then(note('fetch'), () => note('fetch')('refused')),
          fetch(address).then(r => r.text()).then(note('plain'), () => note('plain')('refused')),
          fetch(address, {mode: 'no-cors'}).then(r => note('opaque')(r.type + r.status), () => note('opaque')('refused')),
          fetch(address, {mode: 'no-cors', method: 'POST', body: 'a=b'}).then(r => note('post')(r.type + r.status), () => note('post')('refused')),
          new Promise(done => { const i = new Image(); i.onload = () => done('loaded'); i.onerror = () => done('refused'); i.src = address; }).then(note('image')),
        ];
        Promise.all(all).then(() => { window.isDone = true; });
        return true;
        """
      _ = try await chromium.evaluate(attempts)
      try await chromium.wait(until: "window.isDone === true")
      let results = try await chromium.evaluate("return window.results.sort().join(', ')")
      #expect(
        results == "fetch: refused, image: refused, opaque: opaque0, plain: refused, post: opaque0")
      try await chromium.open(words[0] + "/userinfo")
      #expect(try await chromium.text(of: "body").contains("wants its secret"))
    }
    #expect(server.requests.count("/userinfo") == 0)
    // The requests reached the proxy, which refused them.
    let refused =
      proxy.output.components(separatedBy: "403: The proxy is not for web pages").count - 1
    #expect(refused >= 4, "\(proxy.output)")
  }
}
