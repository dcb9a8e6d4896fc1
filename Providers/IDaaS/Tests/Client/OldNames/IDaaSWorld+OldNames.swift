// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSOldNames
import CoatcheckIDaaSTesting
import TestKit

/// What a handler was called with.
struct Called: Sendable {
  let code: String
  /// The `NSString`; nil for a dictionary.
  let text: String?
  /// The `NSDictionary`, read as JSON; nil for a text.
  let dictionary: JSONObject?

  init(_ code: String, _ data: Any) {
    self.code = code
    text = (data as? NSString).map { "\($0)" }
    dictionary = (data as? NSDictionary)
      .flatMap { try? JSONSerialization.data(withJSONObject: $0) }
      .flatMap { try? JSONObject(parsing: Array($0)) }
  }

  /// Calls a function with a handler, and waits until that is called.
  @MainActor
  static func by(_ body: @MainActor (@escaping BCHandler) -> Void) async -> Called {
    await withCheckedContinuation { waiter in
      body { waiter.resume(returning: Called($0, $1)) }
    }
  }
}

extension IDaaSWorld {
  /// The settings of the document's classes for this tenant.
  var settings: BCSettings {
    let transport = transport
    var settings = BCSettings()
    settings.store = store
    settings.userAgent = ClosingUser()
    settings.weiboApp = nil
    settings.transport = { _ in transport }
    settings.device = .fixed("device-1")
    let short = server.clock.environment
    settings.environment = short
    // The deadline for Weibo's app is the real one, and not the millisecond of other tests.
    settings.environment.sleep = { duration in
      let sleep = duration < .seconds(60) ? short.sleep : RuntimeEnvironment.live.sleep
      try await sleep(duration)
    }
    settings.logger = .silent
    return settings
  }

  /// Resets and configures the document's classes, as when an app starts.
  ///
  /// - Parameters:
  ///   - agent: The user agent for the service's pages.
  ///   - app: The system calls of Weibo's app; nil where it is not installed.
  ///   - change: Changes the settings.
  @MainActor
  func begin(
    at agent: any UserAgent = ClosingUser(), app: StandInWeiboSystem? = nil,
    _ change: (inout BCSettings) -> Void = { _ in }
  ) {
    var settings = settings
    settings.userAgent = agent
    if let app { settings.weiboApp = { WeiboAppSwitch($0, system: app) } }
    change(&settings)
    BCIDACommonManager.settings = settings
    BCIDACommonManager.sharedInstance().initWithDomain(server.origin).initWithClientID("app")
      .setLogEnabled(true)
    BCIDABindPhoneThemeManager.sharedInstance().setBindPhoneTheme(
      BCWeiboBindPhoneViewCustomSetting())
    BCWeiboLoginManager.sharedInstance().registWeiBo(
      withAppKey: "20454", andWithUniversalLink: "https://app.example/weibo/",
      enableDebugMode: true)
  }

  /// Signs in by calls with the token of Weibo's app.
  @MainActor
  func called(_ user: StandInUser = .alice) async -> Called {
    let (token, uid) = token(user)
    return await Self.called(token.reveal(), uid)
  }

  /// Signs in by calls.
  @MainActor
  static func called(_ token: String, _ uid: String) async -> Called {
    await Called.by {
      BCWeiboAPILoginManager.sharedInstance().loginWeibo(
        withAccessToken: token, andWithUid: uid, andWithCompletionHandler: $0)
    }
  }

  /// Waits for the given number of requests to Weibo's app, and puts its response on the pasteboard.
  func answer(_ system: StandInWeiboSystem, _ wanted: Int = 1, status: Int = 0) async throws {
    while system.opened.count < wanted { await Task.yield() }
    let (token, uid) = token()
    try system.answer([
      "__class": "WBAuthorizeResponse",
      "requestID": try #require(try system.request()["requestID"] as? String),
      "statusCode": status, "accessToken": token.reveal(), "userID": uid,
    ])
  }
}
