// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

/// In this attack a client that knows the client id signs in at Weibo with the attacker's account, and the
/// attacker sends the address of the page to another user.
@Suite("The words of hosted pages", .serialized, .timeLimit(.minutes(10)))
struct HostedWordsTests {
  private static let bait = "Confirm your delivery"
  private static let phone = "13800000000"

  /// A theme that sets all texts to the same words, and a colour.
  private static func theme(_ words: String) -> JSONObject {
    var theme: JSONObject = [
      "navRightView": ["title": .string(words), "action": "more"], "navColor": "0B3C49",
    ]
    for page in ["Bind", "Regist"] {
      for name in ["nav\(page)Title", "confirmButton\(page)Text", "description\(page)Text"] {
        theme[name] = .string(words)
      }
      theme["tileDescription\(page)Text"] = ["text": .string(words), "color": "123456"]
    }
    theme["clickToSendSMSButtonText"] = .string(words)
    return theme
  }

  // attack: V-04
  @Test(
    "are never those of a call's theme, whose colours are used",
    arguments: ["bind", "register"])
  func callers(page: String) async throws {
    let world = try await HostedWorld.start(
      bind: page == "bind", application: { $0.words = .tenant() })
    let browser = try await world.browser(
      page, changing: ["theme": .object(Self.theme(Self.bait))])
    let shown = try await browser.get("/hosted/" + page)
    #expect(shown.status == .ok)
    #expect(!shown.text.contains(Self.bait))
    #expect(shown.text.contains("<h1>Confirm your phone number</h1>"))
    #expect(shown.text.contains("--bar:#0B3C49;") && shown.text.contains("--title:#123456;"))
    // The button is not on the page, and its post has no effect.
    let more = try await browser.post("more")
    #expect(more.status == .ok && !more.location.contains("event="))
  }

  @Test("are the tenant's where it has some, and what it lists may be repeated by a call")
  func tenants() async throws {
    let world = try await HostedWorld.start(application: { app in
      var theme = PageTheme()
      theme.tileDescriptionRegistText = "Of the tenant"
      app.theme = theme
      app.words = .tenant(["Welcome aboard"])
    })
    for (words, heading) in [
      (Self.bait, "Of the tenant"), ("welcome aboard", "Of the tenant"),
      ("Welcome aboard", "Welcome aboard"),
    ] {
      let browser = try await world.browser(changing: ["theme": .object(Self.theme(words))])
      let page = try await browser.get("/hosted/register")
      #expect(page.text.contains("<h1>\(heading)</h1>"), "\(words)")
      #expect(page.text.contains(">Welcome aboard</button>") == (heading == words), "\(words)")
    }
  }

  // attack: V-04
  @Test(
    "name the accounts that are linked, whatever the theme, until they are linked",
    arguments: [
      ("en", "the Weibo account ", " to your account at Demo"),
      ("zh-CN", "微博账号“", "”绑定到您的 Demo 账号"), ("zh-TW", "微博帳號「", "」綁定到您的 Demo 帳號"),
    ])
  func linked(language: String, before: String, after: String) async throws {
    let weibo = WeiboService(profiles: [
      StandInUser.alice.username: WeiboProfile(uid: "1404376560", screenName: "{app}<b>Mallory")
    ])
    let sentence = before + "<strong><bdi>{app}&lt;b&gt;Mallory</bdi></strong>" + after
    for kind in ["bind", "register"] {
      // This holds even if calls may set any text.
      let world = try await HostedWorld.start(
        bind: kind == "bind", weibo: weibo,
        application: { $0.words = .anyCaller(because: "a test") })
      try await world.add("zhangwei", phone: "+86" + Self.phone)
      let browser = try await world.browser(
        kind,
        changing: ["theme": .object(Self.theme(Self.bait)), "language": .string(language)])
      #expect(try await browser.get("/hosted/" + kind).text.contains(sentence), "\(kind)")
      let code = try await browser.codeSent(to: Self.phone)
      let question = try await browser.submit(code, from: Self.phone)
      #expect(question.text.contains("z****i") && question.text.contains(sentence), "\(kind)")
      #expect(try await world.server.store.links(of: "u-zhangwei").isEmpty)
      _ = try await browser.post("submit")
      #expect(try await world.server.store.links(of: "u-zhangwei").count == 1)
    }
  }

  @Test("name the accounts also when Weibo returns no nickname")
  func unnamed() async throws {
    let weibo = WeiboService(profiles: [
      StandInUser.alice.username: WeiboProfile(uid: "1404376560", screenName: "\u{200B}")
    ])
    let world = try await HostedWorld.start(weibo: weibo)
    let page = try await world.registering().get("/hosted/register")
    #expect(page.text.contains("You are linking a Weibo account to your account at Demo."))
  }

  // attack: V-04
  @Test(
    "of the messages name the Weibo account",
    arguments: [MessageType.bindMobile, .bindEmail, .registerMobile, .registerEmail])
  func messages(type: MessageType) {
    for (language, name) in [("en", "Weibo account"), ("zh-CN", "微博账号"), ("zh-TW", "微博帳號")] {
      let text = MessageText(SenderWorld.message(type: type, language: language))
      #expect(text.short().contains(name) && text.subject.contains(name), "\(language)")
      #expect(text.short().contains("Demo"), "\(language)")
    }
  }
}
