// SPDX-License-Identifier: Apache-2.0

import TestKit
@testable import CoatcheckIDaaS

/// The system calls that a switch to Weibo's app uses, and Weibo's app: both are simulated, since neither
/// runs on this machine.
final class StandInWeiboSystem: WeiboSystem {
  private struct State {
    var isInstalled = true
    var opens = true
    var pasteboard: [[String: Data]] = []
    var opened: [URL] = []
  }

  private let state = Mutex(State())

  var bundle: (identifier: String, name: String) { ("example.app", "Example") }

  func canOpen(_ url: URL) async -> Bool { state.withLock { $0.isInstalled } }
  func open(_ url: URL) async -> Bool {
    state.withLock { state in
      state.opened.append(url)
      return state.opens
    }
  }
  func write(_ items: [[String: Data]]) async { state.withLock { $0.pasteboard = items } }
  func take(types: [String]) -> [[String: Data]] {
    state.withLock { state in
      defer { state.pasteboard = [] }
      return state.pasteboard
    }
  }

  var isInstalled: Bool {
    get { state.withLock { $0.isInstalled } }
    set { state.withLock { $0.isInstalled = newValue } }
  }
  var opens: Bool {
    get { state.withLock { $0.opens } }
    set { state.withLock { $0.opens = newValue } }
  }
  var opened: [URL] { state.withLock { $0.opened } }

  /// The request of the calling app.
  func request() throws -> [String: Any] {
    let data = try #require(
      state.withLock { $0.pasteboard.lazy.compactMap { $0["transferObject"] }.first })
    let object = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSDictionary.self, NSString.self], from: data)
    return try #require(object as? [String: Any])
  }

  /// Writes a response to the pasteboard, as Weibo's app does.
  func answer(_ object: [String: Any]) throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: NSDictionary(dictionary: object), requiringSecureCoding: true)
    state.withLock { $0.pasteboard = [["transferObject": data]] }
  }
}

@Suite("The switch to Weibo's app")
struct WeiboAppTests {
  struct World {
    let system = StandInWeiboSystem()
    let registration: WeiboRegistration
    let gate = Gate()

    init() throws {
      registration = try WeiboRegistration(
        appKey: "20454V4V6852", universalLink: "https://app.example/weibo/")
    }

    func signIn() -> WeiboAppSignIn {
      var environment = RuntimeEnvironment.live
      let gate = gate
      environment.sleep = { try await gate.sleep($0) }
      return WeiboAppSignIn(
        registration, app: WeiboAppSwitch(registration, system: system), environment: environment)
    }

    func good(_ id: String) -> [String: Any] {
      [
        "__class": "WBAuthorizeResponse", "requestID": id, "statusCode": 0,
        "accessToken": "2.00abcDEF", "userID": "1404376560",
      ]
    }

    /// Waits for the request and returns its id.
    func requestID() async throws -> String {
      while system.opened.isEmpty { await Task.yield() }
      return try #require(try system.request()["requestID"] as? String)
    }
  }

  /// A sleep function whose sleeps end when the test opens the gate.
  final class Gate: Sendable {
    private let open = Mutex<Set<Duration>>([])

    func pass(_ duration: Duration) { open.withLock { _ = $0.insert(duration) } }

    func sleep(_ duration: Duration) async throws {
      while !open.withLock({ $0.contains(duration) }) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  /// A sign-in that waits for Weibo's app.
  private func started() throws -> (
    World, WeiboAppSignIn, Task<Result<String, OAuthError>, Never>
  ) {
    let world = try World()
    let signIn = world.signIn()
    return (world, signIn, answer(world, signIn))
  }

  private func answer(
    _ world: World, _ signIn: WeiboAppSignIn
  ) -> Task<Result<String, OAuthError>, Never> {
    Task {
      do throws(OAuthError) {
        let (token, uid) = try await signIn.answer(
          redirectURI: "https://tenant.example/api/v1/login/weibo", scopes: ["email", "x"])
        return .success(token.reveal() + "/" + uid)
      } catch {
        return .failure(error)
      }
    }
  }

  @Test("sends the document's request, and returns the token and the uid")
  func token() async throws {
    let (world, signIn, waiting) = try started()
    let id = try await world.requestID()
    let request = try world.system.request()
    #expect(request["redirectURI"] as? String == "https://tenant.example/api/v1/login/weibo")
    #expect(request["scope"] as? String == "email,x")
    #expect(id.utf8.count >= 22)
    try world.system.answer(world.good(id))
    #expect(signIn.handle(url: "wb20454V4V6852://response?id=1"))
    #expect(try await waiting.value.get() == "2.00abcDEF/1404376560")
    // The pasteboard is cleared, and a second response belongs to no request.
    #expect(world.system.take(types: []).isEmpty)
    try world.system.answer(world.good(id))
    #expect(!signIn.handle(url: "wb20454V4V6852://response?id=1"))
  }

  @Test(
    "accepts responses at its scheme in any case, and at its link",
    arguments: ["WB20454v4v6852://x", "wb20454V4V6852:", "https://app.example/weibo/done?x=1"])
  func addresses(_ url: String) async throws {
    let (world, signIn, waiting) = try started()
    try world.system.answer(world.good(try await world.requestID()))
    #expect(signIn.handle(url: url))
    #expect(try await waiting.value.get() == "2.00abcDEF/1404376560")
  }

  @Test(
    "ignores other addresses, and leaves the pasteboard as it is",
    arguments: [
      "wb20454V4V68521://x", "wb2://x", "https://app.example/weibo2/", "https://app.example/",
      "https://other.example/weibo/", "http://app.example/weibo/", "myapp://callback", "", "wb",
    ])
  func others(_ url: String) async throws {
    let (world, signIn, waiting) = try started()
    try world.system.answer(world.good(try await world.requestID()))
    #expect(!signIn.handle(url: url))
    #expect(!signIn.handle(userActivityURL: url))
    #expect(!signIn.handle(userActivityURL: nil))
    #expect(!world.system.take(types: []).isEmpty)
    waiting.cancel()
    #expect(await failure { try await waiting.value.get() } != nil)
  }

  @Test("does not accept the response to another request")
  func otherRequest() async throws {
    let world = try World()
    let signIn = world.signIn()
    try world.system.answer(world.good("x"))
    #expect(!signIn.handle(url: "wb20454V4V6852://x"))
    let waiting = answer(world, signIn)
    _ = try await world.requestID()
    for id in ["", "x", "request"] {
      try world.system.answer(world.good(id))
      #expect(!signIn.handle(url: "wb20454V4V6852://x"))
    }
    waiting.cancel()
    #expect(await failure { try await waiting.value.get() } != nil)
  }

  @Test(
    "maps the statuses: cancelled and refused are 102, everything else is 103",
    arguments: [
      (-1, "102"), (-3, "102"), (-2, "103"), (-4, "103"), (-6, "103"), (-8, "103"), (-99, "103"),
      (-100, "103"), (7, "103"),
    ])
  func statuses(status: Int, code: String) async throws {
    let (world, signIn, waiting) = try started()
    var response = world.good(try await world.requestID())
    response["statusCode"] = status
    try world.system.answer(response)
    #expect(signIn.handle(url: "wb20454V4V6852://x"))
    let error = await failure { try await waiting.value.get() }
    #expect(error?.providerCode == code)
    #expect(error?.isCancelledByUser == (code == "102"))
  }

  @Test(
    "refuses an invalid token or uid",
    arguments: [
      ("accessToken", "https://evil.example/"), ("accessToken", ""), ("userID", "abc"),
      ("userID", ""), ("userID", "123456789012345678901"), ("accessToken", "a b"),
    ])
  func forms(name: String, value: String) async throws {
    let (world, signIn, waiting) = try started()
    var response = world.good(try await world.requestID())
    response[name] = value
    try world.system.answer(response)
    #expect(signIn.handle(url: "wb20454V4V6852://x"))
    let error = await failure { try await waiting.value.get() }
    #expect(error?.providerCode == "103")
  }

  @Test("has one request at a time")
  func oneAtATime() async throws {
    let (world, signIn, waiting) = try started()
    let id = try await world.requestID()
    let second = await answer(world, signIn).value
    await expectError(.misused("request", "")) { try second.get() }
    try world.system.answer(world.good(id))
    #expect(signIn.handle(url: "wb20454V4V6852://x"))
    _ = try await waiting.value.get()
    let third = answer(world, signIn)
    while world.system.opened.count < 2 { await Task.yield() }
    third.cancel()
    let error = await failure { try await third.value.get() }
    #expect(error?.code == .cancelled)
  }

  @Test("ends with 103 when the user is back without a response, and at the deadline")
  func lost() async throws {
    let (world, signIn, waiting) = try started()
    _ = try await world.requestID()
    signIn.returned()
    signIn.returned()
    world.gate.pass(signIn.grace)
    let error = await failure { try await waiting.value.get() }
    #expect(error?.providerCode == "103")

    let late = answer(world, signIn)
    while world.system.opened.count < 2 { await Task.yield() }
    world.gate.pass(signIn.deadline)
    #expect(await failure { try await late.value.get() }?.isUnanswered == true)
  }

  @Test("fails when the app is not installed or cannot be opened")
  func missing() async throws {
    let world = try World()
    let signIn = world.signIn()
    world.system.isInstalled = false
    let isAvailable = await signIn.isAvailable
    #expect(!isAvailable)
    #expect(await failure { try await answer(world, signIn).value.get() } != nil)
    world.system.isInstalled = true
    world.system.opens = false
    #expect(await failure { try await answer(world, signIn).value.get() }?.parameter == "app")
  }

  @Test("refuses an invalid AppKey or link")
  func registration() {
    for key in ["", "a b", "k/", String(repeating: "a", count: 65)] {
      #expect(throws: OAuthError.self) { try WeiboRegistration(appKey: key) }
    }
    for link in ["http://app.example/", "app", "wb1://"] {
      #expect(throws: OAuthError.self) {
        try WeiboRegistration(appKey: "1", universalLink: link)
      }
    }
  }
}
