// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckTesting
import Foundation

extension Flow {
  /// Sessions that are kept in files.
  static let stores: [Flow] = [
    Flow(issuer: "sessions in sealed files") { stage, site in
      let folder = stage.folder + "/" + UUID().uuidString
      let store = try stage.sealedStore(folder)
      stage.show("store", store)
      let client = stage.client(
        of: site.provider, id: "web", secret: site.webSecret, redirect: IssuerSite.redirect,
        agent: site.agent(.allow), store: store)
      let session = try await client.signIn(scopes: [.openID, .offlineAccess], storedAs: "main")
      try await session.refresh()
      stage.show("sessions", try await store.sessions())
      // Another key opens no session, and a damaged file is set aside.
      let other = try stage.sealedStore(folder)
      await stage.attempt("another key") { try await other.sessions() }
      stage.show("report", await client.signOut(session))
      _ = try await client.signIn(scopes: [.openID, .offlineAccess], storedAs: "second")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder)
      where name.hasSuffix(".json") {
        let path = URL(filePath: folder + "/" + name)
        try Data((try Data(contentsOf: path)).dropLast(9)).write(to: path)
      }
      await stage.attempt("damaged") { try await store.sessions() }
    }
  ]
}

/// A key that is kept in memory.
private struct KeptKey: SealingKeySource {
  let name = "kept"
  let kept: SealingKey

  func key() async throws(OAuthError) -> SealingKey? { kept }
  func makeKey() async throws(OAuthError) -> SealingKey { kept }
}

extension Stage {
  /// A store in a folder, with a key of its own, which is marked.
  fileprivate func sealedStore(_ folder: String) throws -> any TokenStore {
    let text = String(marks.make("sealing_key").padding(toLength: 32, withPad: "~", startingAt: 0))
    marks.add("sealing_key", text)
    let key = try SealingKey(Array(text.utf8))
    show("sealing key", key)
    return RecordTokenStore(
      SealedRecords(
        FileRecords(directory: folder, environment: environment), source: KeptKey(kept: key)))
  }
}
