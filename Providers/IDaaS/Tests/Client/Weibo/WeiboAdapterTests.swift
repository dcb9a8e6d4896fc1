// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSTesting
import TestKit
@testable import CoatcheckIDaaS

/// A device with installed URL schemes, some of which are declared in the app's property list.
private final class Schemes: WeiboSystem {
  private let listed: Set<String>
  private let installed: Set<String>
  private let addresses = Mutex<[URL]>([])

  init(listed: Set<String>, installed: Set<String> = Schemes.weibo) {
    self.listed = listed
    self.installed = installed
  }

  /// The URL schemes of Weibo's app.
  static let weibo: Set = [
    "sinaweibo", "sinaweibohd", "weibosdk", "weibosdk2.5", "weibosdk3.3",
  ]

  var opened: [URL] { addresses.withLock { $0 } }
  var bundle: (identifier: String, name: String) { ("example.app", "Example") }

  // "… if you call this method for a scheme not declared using that key, this method always returns false."
  func canOpen(_ url: URL) async -> Bool {
    let scheme = url.scheme ?? ""
    return listed.contains(scheme) && installed.contains(scheme)
  }
  func open(_ url: URL) async -> Bool {
    addresses.withLock { $0.append(url) }
    return installed.contains(url.scheme ?? "")
  }
  func write(_ items: [[String: Data]]) async {}
  func take(types: [String]) -> [[String: Data]] { [] }
}

/// Weibo's own library, as an app may wrap it: it responds to each request at once.
private final class Library: WeiboAppAdapter {
  private let token: Secret
  private let uid: String
  private let asked = Mutex<[WeiboRequest]>([])

  init(_ token: Secret, _ uid: String) {
    self.token = token
    self.uid = uid
  }

  var requests: [WeiboRequest] { asked.withLock { $0 } }
  var isAvailable: Bool { get async { true } }
  func start(_ request: WeiboRequest) async throws(OAuthError) {
    asked.withLock { $0.append(request) }
  }
  func answer(in url: String) -> WeiboAppReply? {
    requests.last.map {
      WeiboAppReply(requestID: $0.id, statusCode: 0, accessToken: token, uid: uid)
    }
  }
}

@Suite("What an app declares and links for Weibo's app")
struct WeiboAdapterTests {
  private static let four: Set = ["sinaweibo", "weibosdk", "weibosdk2.5", "weibosdk3.3"]

  static let lists: [Case<(listed: Set<String>, isSeen: Bool)>] = [
    Case("the document's four", (four, true)), Case("weibosdk alone", (["weibosdk"], true)),
    Case("the four without weibosdk", (four.subtracting(["weibosdk"]), false)),
    Case("none", ([], false)),
  ]

  @Test("Weibo's app is found if the property list has the scheme weibosdk", arguments: lists)
  func schemes(_ row: Case<(listed: Set<String>, isSeen: Bool)>) async throws {
    let registration = try WeiboRegistration(appKey: "20454V4V6852")
    let seen = WeiboAppSwitch(registration, system: Schemes(listed: row.value.listed))
    #expect(await seen.isAvailable == row.value.isSeen)
    let absent = WeiboAppSwitch(
      registration, system: Schemes(listed: row.value.listed, installed: []))
    #expect(await absent.isAvailable == false)
  }

  @Test("Weibo's app is opened once, at its own scheme, with the request")
  func opens() async throws {
    let system = Schemes(listed: ["weibosdk"])
    let weibo = WeiboAppSwitch(try WeiboRegistration(appKey: "20454V4V6852"), system: system)
    try await weibo.start(WeiboRequest(id: "r-1", redirectURI: "https://tenant.example/x"))
    #expect(system.opened.count == 1)
    let address = try #require(system.opened.first?.absoluteString)
    #expect(address.hasPrefix("weibosdk://request?id=r-1&"))
  }

  @Test(
    "the universal link of the response arrives in a user activity",
    arguments: ["https://app.example/weibo/", "https://app.example/weibo/done?x=1#y"])
  func userActivity(_ url: String) async throws {
    let world = try WeiboAppTests.World()
    let signIn = world.signIn()
    async let uid = signIn.answer(redirectURI: "https://tenant.example/x", scopes: []).uid
    try world.system.answer(world.good(try await world.requestID()))
    try #require(signIn.handle(userActivityURL: url))
    #expect(try await uid == "1404376560")
  }

  @Test("an app that links Weibo's library wraps it, and signs in with its answer")
  func library() async throws {
    let world = try await IDaaSWorld.welcoming()
    let (token, uid) = world.token()
    let library = Library(token, uid)
    let weibo = WeiboAppSignIn(
      try WeiboRegistration(appKey: "20454", universalLink: "https://app.example/weibo/"),
      app: library)
    async let outcome = world.idaas.signIn(
      with: weibo, redirectURI: world.server.origin + "/api/v1/login/weibo", scopes: ["email"])
    while library.requests.isEmpty { await Task.yield() }
    try #require(weibo.handle(url: "wb20454://response"))
    let session = try #require(try await outcome.session)
    #expect(try await world.store.session(session.account) != nil)
    #expect(
      library.requests.map(\.redirectURI) == [world.server.origin + "/api/v1/login/weibo"])
    #expect(library.requests.first?.scopes == ["email"])
  }
}
