// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppleStage
  import AuthenticationServicesShim
  import Coatcheck
  import CoatcheckOCLC
  import SecurityShim
  import TestSupport
  import UIKitShim

  extension DefaultsTests {
    @Test(
      "is sufficient for the first example of OCLC's guide, with tokens in a fragment")
    func firstExampleOfOCLC() async throws {
      let device = Device()
      KeychainDevice.current = KeychainDevice(.phone)
      device.app.addScene(.foregroundActive)
      device.sessions.scripts = [
        .grantsInFragment(
          at: "oclcApp://user_agent_flow",
          "access_token=tk_1&token_type=bearer&expires_in=1199&principalID=alice&"
            + "principalIDNS=urn:oclc:platform:128807")
      ]
      let folder = try Folder()
      let url = URL(filePath: folder.path + "/authentication.plist")
      let parameters = [
        "wskey": "key", "redirectUrl": "oclcApp://user_agent_flow", "scopes": "WMS_ACQ",
        "responseType": "token", "authenticatingInstitutionId": "128807",
        "contextInstitutionId": "128807",
      ]
      try PropertyListEncoder().encode(parameters).write(to: url)
      try await device.run {
        // Providers/OCLC/README.md
        // The authentication.plist of the app.
        let configuration = try OCLCConfiguration(propertyList: Data(contentsOf: url))
        let client = Client(
          of: try configuration.provider(), id: configuration.wskey, store: .system
        ) {
          $0.redirect = configuration.redirect
        }
        let session = try await client.signIn(scopes: configuration.scopes, storedAs: "main")
        // Providers/OCLC/README.md
        #expect(session.account.subject == "alice")
      }
      #expect(device.sessions.shown.map(\.callback) == ["oclcapp:"])
    }
  }
#endif
