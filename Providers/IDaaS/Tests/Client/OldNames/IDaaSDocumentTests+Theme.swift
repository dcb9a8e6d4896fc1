// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSOldNames
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

extension IDaaSDocumentTests {
  private static let pixel = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
  )

  private static let common = [
    ">More<", ">Get verification code<", "#99FFCC", "#CCCCFF", "#FF99FF", "#FF9966",
    "#FF66FF", "#999999", "#CC00FF", "data:image/png",
  ]
  nonisolated static let pages: [(binds: Bool, texts: [String])] = [
    (
      false,
      [
        "Register xx", "Register xx my phone number",
        "Enter the phone number for registration...", "Register me", "#00FF00",
      ]
    ),
    (
      true,
      [
        "Bind xx", "Bind my phone number", "Enter the phone number for binding", "Bind", "#FF8000",
      ]
    ),
  ]

  @Test("line 324: the theme is on the page, and its button sends the event", arguments: pages)
  func line324(binds: Bool, texts: [String]) async throws {
    let world = try await IDaaSWorld.start(application: { app in
      if binds { app.unassociated = .bind }
    })
    _ = try await world.server.store.save(User(id: "u1", name: try UserName("zhang")))
    if binds {
      _ = try await world.server.store.prove(
        .phone("+8613800000000"), of: "u1", at: world.server.clock.now)
    }
    let watch = WatchingTransport()
    let samples = samples(world, at: MoreUser(user(world).on(watch)))
    let png = try #require(Self.pixel)
    UIImage.catalogue = ["wangluo": png, "lvhang": png]
    samples.line324()
    #expect(await result(of: samples) { $0.line274() }.code == "0")
    #expect(samples.more == 1)
    let page = try #require(
      watch.pages.withLock { $0 }.first { $0.contains("name=\"verify_code\"") })
    for text in texts + Self.common { #expect(page.contains(text), "\(text)") }
  }

  @Test("line 326: the block moves the back button from its default frame")
  func line326() async throws {
    let page = try await page { settings in
      settings.isNavHidden = true
      settings.navHiddenBackButtonFrameBlock = { frame in
        CGRect(
          x: frame.origin.x + 12, y: 150, width: frame.size.width, height: frame.size.height + 6)
      }
    }
    #expect(
      page.text.contains(
        ".float{inset-inline-start:min(20.0px,100% - 70.0px);top:150.0px;width:70.0px;height:50.0px}"
      ))
    #expect(page.log.isEmpty)
  }

  @Test("line 400: what the pages cannot show is left out, and the log names it")
  func line400() async throws {
    let page = try await page { settings in
      settings.navRegistTitle = NSAttributedString(
        string: "Kept", attributes: [.font: UIFont.boldSystemFont(ofSize: 20)])
      settings.navColor = "#FF4F4A"
      settings.navRightView = UIView()
      settings.navHiddenBackButtonFrameBlock = { _ in CGRect(x: -1, y: 0, width: 1, height: 1) }
      settings.descriptionRegistText = NSAttributedString(
        string: "x", attributes: [.font: UIFont.systemFont(ofSize: 200)])
      UIImage.catalogue = ["large": (Self.pixel ?? Data()) + Data(count: 60 << 10)]
      settings.navBackImage = UIImage(named: "large")
    }
    #expect(page.text.contains("<p>Kept</p>"))
    #expect(page.text.contains("font-weight:700;"))
    #expect(
      page.log.sorted() == [
        "descriptionRegistText", "navBackImage", "navColor", "navHiddenBackButtonFrame",
        "navRightView",
      ])
  }

  @Test("line 426: a theme that does not set the bar keeps the tenant's")
  func line426() async throws {
    let tenants = try await page(isNavHidden: true) { $0.confirmButtonRegistText = "Go" }
    #expect(tenants.text.contains(".float{inset-inline-start"))
    let own = try await page(isNavHidden: true) { $0.isNavHidden = false }
    #expect(!own.text.contains(".float{inset-inline-start"))
  }

  /// The page for registering with a theme, and the properties that the log names.
  private func page(
    isNavHidden: Bool? = nil, _ change: (BCWeiboBindPhoneViewCustomSetting) -> Void
  ) async throws -> (text: String, log: [String]) {
    let world = try await IDaaSWorld.start(application: { app in
      app.theme = isNavHidden.map { isHidden in
        var theme = PageTheme()
        theme.isNavHidden = isHidden
        return theme
      }
    })
    let log = CapturedLog()
    let user = WatchedUser(user(world))
    let samples = samples(world, at: user) { $0.logger = log.logger }
    let settings = BCWeiboBindPhoneViewCustomSetting()
    change(settings)
    BCIDABindPhoneThemeManager.sharedInstance().setBindPhoneTheme(settings)
    #expect(await result(of: samples) { $0.line274() }.code == "0")
    let page = try #require(user.pages.first { $0.contains("name=\"verify_code\"") })
    return (page, log.lines.filter { $0.level == .warning }.compactMap { $0.details["property"] })
  }
}
