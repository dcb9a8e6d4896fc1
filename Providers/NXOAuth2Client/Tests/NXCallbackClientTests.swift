// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("A client with callbacks", .timeLimit(.minutes(10)))
@MainActor
struct NXCallbackClientTests {
  let recorder = NXRecorder()

  func client(_ world: NXWorld, store: (any TokenStore)? = nil) -> CallbackClient {
    CallbackClient(
      world.client(store: store), scopes: ["read"], storedAs: "main", delegate: recorder)
  }

  func start() async throws -> (world: NXWorld, client: CallbackClient) {
    let world = try await NXWorld()
    return (world, client(world))
  }

  func signedIn() async throws -> (
    world: NXWorld, client: CallbackClient, session: Session
  ) {
    let (world, client) = try await start()
    return (world, client, try await client.signIn(using: .alice()))
  }

  @Test("asks its delegate for a flow when there is no session, once for concurrent calls")
  func needsAuthentication() async throws {
    let (world, client) = try await start()
    client.requestAccess()
    client.requestAccess()
    #expect(try await recorder.all(1) == ["needs"])
    #expect(client.session == nil)
    client.requestAccess()
    #expect(try await recorder.all(2) == ["needs", "needs"])
    #expect(world.tokenRequests == 0)
  }

  @Test("signs in by the code flow: an address to open, and a callback")
  func codeFlow() async throws {
    let (world, client) = try await start()
    var address: URL?
    recorder.begin = { address = try? $0.authorizationURL(redirectURI: "x-myapp://oauth2") }
    client.requestAccess()
    _ = try await recorder.all(1)
    let url = try #require(address)
    #expect(url.absoluteString.hasPrefix("\(world.standIn.url)/oauth2/authenticate?"))
    let callback = try await world.browser().authorize(at: url)
    #expect(callback.hasPrefix("x-myapp://oauth2?code="))
    #expect(client.handleRedirect(callback))
    #expect(client.isAuthenticating)
    #expect(try await recorder.all(2) == ["needs", "got"])
    #expect(!client.isAuthenticating)
    let session = try #require(client.session)
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
    #expect(!client.handleRedirect(callback), "a callback is valid once")
    #expect(try await recorder.all(2) == ["needs", "got"])
  }

  @Test("restores the access of an earlier run from the store, without a flow")
  func foundInTheStore() async throws {
    let world = try await NXWorld()
    _ = try await world.session(scopes: ["read"])
    let client = client(world)
    client.requestAccess()
    #expect(try await recorder.all(1) == ["got"])
    #expect(world.tokenRequests == 1)
    #expect(world.standIn.received("/oauth2/authenticate").isEmpty)
    client.requestAccess()
    #expect(try await recorder.all(2) == ["got", "got"], "each call is answered")
  }

  @Test("uses tokens that were obtained elsewhere")
  func importedTokens() async throws {
    let world = try await NXWorld()
    let old = try #require(try await world.session(world.client(store: MemoryTokenStore())).stored)
    let grant = TokenGrant(
      accessToken: old.accessToken, tokenType: "OAuth", expiry: old.expiry,
      refreshToken: old.refreshToken, receivedAt: old.obtainedAt)
    _ = try await world.client().adopt(
      grant, subject: "u-alice", scopes: ["read"], storedAs: "main", check: .trustingCaller)
    let client = client(world)
    client.requestAccess()
    #expect(try await recorder.all(1) == ["got"])
    #expect(try await client.access().accessToken().matches(old.accessToken))
  }

  @Test("asks for a flow when the stored session cannot be refreshed")
  func storedAndOver() async throws {
    let world = try await NXWorld()
    _ = try await world.session(scopes: ["read"])
    world.endSessions()
    let client = client(world)
    client.requestAccess()
    #expect(try await recorder.all(1) == ["needs"])
  }

  enum Flow: String, CaseIterable, Sendable {
    case password, clientCredentials, assertion, draftAssertion, direct
  }

  @Test("has a flow for each kind of credential that the app holds", arguments: Flow.allCases)
  func directFlows(_ flow: Flow) async throws {
    let (world, client) = try await start()
    let saml = "urn:ietf:params:oauth:grant-type:saml2-bearer"
    let draft = "http://oauth.net/assertion_type/saml/2.0/bearer"
    let assertion = Secret("the-assertion-of-alice")
    switch flow {
    case .password: client.authenticate(username: "alice", password: Secret("wonderland"))
    case .clientCredentials: client.authenticateWithClientCredentials()
    case .assertion: client.authenticate(assertion: assertion, type: saml)
    case .draftAssertion: client.authenticate(assertion: assertion, type: draft, form: .draft10)
    case .direct:
      client.authenticate(
        by: GrantSignIn(.other(type: saml, ["assertion": assertion.reveal()]), scopes: ["read"]))
    }
    #expect(client.isAuthenticating)
    #expect(try await recorder.all(1) == ["got"])
    let form = try world.newestForm()
    #expect(form["scope"] == "read")
    switch flow {
    case .password: #expect(form["grant_type"] == "password" && form["username"] == "alice")
    case .clientCredentials: #expect(form["grant_type"] == "client_credentials")
    case .assertion, .direct: #expect(form["grant_type"] == saml && form["assertion_type"] == nil)
    case .draftAssertion:
      #expect(form["grant_type"] == "assertion" && form["assertion_type"] == draft)
    }
    let (_, body) = try await client.access().data(for: world.request("/me"))
    let id = try JSONObject(parsing: Array(body))["id"]?.stringValue
    #expect(id == (flow == .clientCredentials ? "client app" : "u-alice"))
  }

  @Test("sends an assertion without a secret for a public client")
  func publicAssertion() async throws {
    let world = try await NXWorld()
    let client = CallbackClient(
      world.client(id: "public", secret: nil), storedAs: "main", delegate: recorder)
    client.authenticate(
      assertion: Secret("the-assertion-of-alice"),
      type: "urn:ietf:params:oauth:grant-type:jwt-bearer")
    #expect(try await recorder.all(1) == ["got"])
    let form = try world.newestForm()
    #expect(form["client_id"] == "public" && form["client_secret"] == nil)
  }

  @Test("reports once why a flow failed, and has no session")
  func failures() async throws {
    let (world, client) = try await start()
    client.authenticate(username: "alice", password: Secret("wrong"))
    #expect(try await recorder.all(1) == ["failed invalid_grant"])
    #expect(recorder.errors.last?.outcome == .refused)
    #expect(recorder.errors.last?.status == 400)
    #expect(recorder.errors.last?.errorClass == .interactionRequired)
    let url = try client.authorizationURL(redirectURI: "x-myapp://oauth2")
    client.handleRedirect(try await world.browser(.alice, .deny).authorize(at: url))
    #expect(try await recorder.all(2).last == "failed access_denied")
    #expect(recorder.errors.last?.nxCode == NXErrorCode(.oauth, -1005))
    #expect(recorder.errors.last?.errorClass == .cancelled)
    await world.standIn.stop()
    client.authenticate(username: "alice", password: Secret("wonderland"))
    #expect(try await recorder.all(3).last == "failed connection_failed")
    #expect(recorder.errors.last?.nxCode.domain == .url)
    #expect(recorder.errors.last?.errorClass == .transient(retryAfter: nil))
    #expect(recorder.errors.count == 3)
    #expect(client.session == nil && !client.isAuthenticating)
  }

  /// A delegate with the required method alone.
  private final class Asked: CallbackClientDelegate {
    var count = 0
    func clientNeedsAuthentication(_ client: CallbackClient) { count += 1 }
  }

  @Test("requires one method of its delegate; the calls of the others are ignored")
  func requiredAlone() async throws {
    let world = try await NXWorld()
    let asked = Asked()
    let client = CallbackClient(world.client(), storedAs: "main", delegate: asked)
    client.requestAccess()
    try await NX.eventually { asked.count == 1 }
    // Did fail, did get, did refresh, did lose.
    _ = await failure {
      try await client.signIn(using: .password(username: "alice", password: Secret("wrong")))
    }
    let session = try await client.signIn(using: .alice())
    try await session.refresh()
    await client.signOut()
    try await NX.eventually { client.session == nil }
    client.requestAccess()
    try await NX.eventually { asked.count == 2 }
  }

  @Test(
    "accepts only its own callbacks: by the state and the exact redirect URI, not its prefix")
  func foreignRedirects() async throws {
    let (world, client) = try await start()
    let url = try client.authorizationURL(redirectURI: "x-myapp://oauth2")
    let callback = try await world.browser().authorize(at: url)
    let query = try #require(callback.firstIndex(of: "?").map { callback[$0...] })
    let code = try #require(query.split(separator: "&").first)
    for foreign in [
      "x-myapp://oauth2-evil\(query)", "x-myapp://oauth2/evil\(query)", "x-other://oauth2\(query)",
      "x-myapp://oauth2.evil\(query)", "x-myapp://oauth2\(code)", "x-myapp://oauth2",
      "x-myapp://oauth2\(code)&state=guessed", "https://myHost/", "", "no address at all",
    ] {
      #expect(!client.handleRedirect(foreign), "\(foreign)")
      let error = await failure { try await client.session(fromRedirect: foreign) }
      #expect(error?.code == .stateMismatch)
    }
    #expect(try await recorder.all(0).isEmpty)
    // The scheme is compared without regard to case.
    _ = try await client.session(fromRedirect: "X-MyApp://oauth2\(query)")
    #expect(try await recorder.all(1) == ["got"])
  }

  @Test("reports a callback that has neither a code nor an error")
  func emptyCallback() async throws {
    let (world, client) = try await start()
    let url = try client.authorizationURL(redirectURI: "x-myapp://oauth2")
    let callback = try await world.browser().authorize(at: url)
    let state = try #require(callback.split(separator: "&").last)
    #expect(client.handleRedirect("x-myapp://oauth2?\(state)"))
    #expect(try await recorder.all(1) == ["failed callback_malformed"])
    #expect(recorder.errors.last?.nxCode == NXErrorCode(.oauth, 0))
  }

  @Test("runs one flow at a time: a second one is an error, and the first continues")
  func oneFlowAtATime() async throws {
    let (world, client) = try await start()
    client.authenticate(username: "alice", password: Secret("wonderland"))
    client.authenticate(username: "bob", password: Secret("can we fix it"))
    #expect(try await recorder.all(2) == ["failed invalid_argument", "got"])
    #expect(world.tokenRequests == 1)
  }
}
