// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  @testable import CoatcheckIDaaS
  import TestSupport
  import UIKitShim

  @Suite("The system's calls for the switch to Weibo's app")
  struct WeiboSystemTests {
    private let system = SystemWeiboSystem()
    private let device = Device()
    private static let items = [["transferObject": Data([1])]]

    typealias Row = Case<(listed: Bool, installed: Bool, canOpen: Bool, opens: Bool)>
    static let rows: [Row] = [
      Row("the app is installed, and its scheme is listed", (true, true, true, true)),
      Row("the scheme is not listed", (false, true, false, true)),
      Row("the app is not installed", (true, false, false, false)),
    ]

    @Test("open the installed app, and detect it only if its scheme is listed", arguments: rows)
    func open(_ row: Row) async throws {
      let url = try #require(URL(string: "weibosdk://request?id=1"))
      device.app.queriedSchemes = row.value.listed ? ["weibosdk"] : []
      device.app.installedSchemes = row.value.installed ? ["weibosdk"] : []
      await device.run {
        #expect(await system.canOpen(url) == row.value.canOpen)
        #expect(await system.open(url) == row.value.opens)
      }
    }

    @Test("write items that stay on the device and expire")
    func write() async throws {
      await device.run { await system.write(Self.items) }
      let options = device.app.pasteboard.options
      #expect(options[.localOnly] as? Bool == true)
      #expect(options[.expirationDate] is Date)
    }

    @Test("remove from the pasteboard what the app wrote, so that it is read once")
    func take() async {
      device.app.pasteboard.writeFromElsewhere([
        ["transferObject": Data([2]), "other": Data([3]), "text": "x"]
      ])
      await device.run {
        #expect(system.take(types: ["transferObject"]) == [["transferObject": Data([2])]])
        #expect(system.take(types: ["transferObject"]) == [])
      }
    }

    @Test("ignore other items, and read nothing if the user denies access to the pasteboard")
    func refused() async {
      device.app.pasteboard.writeFromElsewhere([["text": "x"]])
      await device.run { #expect(system.take(types: ["transferObject"]) == []) }
      #expect(device.app.pasteboard.contains(pasteboardTypes: ["text"]))
      device.app.pasteboard.writeFromElsewhere(Self.items)
      device.app.pasteboard.userAllowsReading = false
      await device.run {
        #expect(system.take(types: ["transferObject"]).flatMap(\.keys) == [])
      }
    }
  }
#endif
