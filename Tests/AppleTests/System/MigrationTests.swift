// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppleStage
  import Coatcheck
  import CoatcheckDocomo
  import SecurityShim
  import TestSupport

  extension DefaultsTests {
    @Test("migrates the stored tokens of docomo's SDK once, with the code of the migration guide")
    func migrationFromDocomo() async throws {
      let device = Device()
      KeychainDevice.current = KeychainDevice(.phone)
      let old: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "main-docomo",
        kSecAttrAccount as String: "OAuth",
        kSecValueData as String: Data(
          ("original-docomo=refresh_token%3Drt%26scope%3Duserid&accessToken-docomo=at"
            + "&expirationDate-docomo=32503680000&accessibility-docomo=WHEN_UNLOCKED").utf8),
      ]
      #expect(SecItemAdd(old as CFDictionary, nil) == errSecSuccess)
      let client = Client(
        of: try .docomo(), id: "app", secret: Secret("app secret"), store: .system
      ) {
        $0.redirect = .fixed("myapp://docomo")
      }
      for _ in 1...2 {
        try await device.run {
          // Providers/Docomo/migration.md
          let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: DocomoRecord.service(storeKey: "main"),
            kSecAttrAccount as String: DocomoRecord.account,
          ]
          var query = item
          query[kSecReturnData as String] = true
          var found: CFTypeRef?
          if try await !client.hasSession(named: "main"),
            SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess,
            let data = found as? Data
          {
            let record = try DocomoRecord(parsing: String(decoding: data, as: UTF8.self))
            _ = try await client.adopt(
              record.grant(receivedAt: .now), subject: "main", storedAs: "main",
              accessibility: record.accessibility)
            _ = SecItemDelete(item as CFDictionary)
          }
          // Providers/Docomo/migration.md
        }
        let session = try await client.loadSession(named: "main")
        #expect(session.stored?.refreshToken?.reveal() == "rt")
        #expect(session.stored?.scopes == [.userid])
        #expect(KeychainDevice.current.items.allSatisfy { $0.service != "main-docomo" })
      }
    }

    @Test("is used by the migration guide for docomo's SDK, which prints the code of this test")
    func migrationIsThisCode() throws {
      let code = try PrintedCode(
        of: "Providers/Docomo/migration.md", ranIn: URL(filePath: #filePath))
      #expect(code.printed.contains(code.run))
    }
  }
#endif
