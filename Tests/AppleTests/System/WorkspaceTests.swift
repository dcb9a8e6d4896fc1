// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppKitShim
  @testable import CoatcheckClient
  import TestSupport

  @Suite("The browser of a Mac")
  struct WorkspaceTests {
    @Test("is opened by the system, from any thread", arguments: [true, false])
    func opens(hasBrowser: Bool) async throws {
      let device = Device()
      device.mac.hasBrowser = hasBrowser
      let address = try BrowserAddress("https://op.example/authorize")
      await device.run { #expect(Workspace.open(address) == hasBrowser) }
      #expect(device.mac.opened.map(\.absoluteString) == (hasBrowser ? [address.text] : []))
    }
  }
#endif
