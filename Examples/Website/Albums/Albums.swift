// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckDocomo
import CoatcheckHummingbird
import CoatcheckSessionStorage
import CoatcheckWeb
import Foundation
import Hummingbird
import Logging

/// A website that shows its users the pictures that they keep at PhotoColle. They sign in with one of two providers, and connect
/// their docomo account. The guide is docs/web-sign-in.md; `make demo-website` starts it with all that it needs.
@main
struct Albums {
  static func main() async throws {
    let settings = ProcessInfo.processInfo.environment
    let port = settings["SITE_PORT"].flatMap { Int($0) } ?? 8085
    let origin = settings["SITE_ORIGIN"] ?? "http://127.0.0.1:\(port)"
    let (work, home) = (settings["WORK_ISSUER"] ?? "", settings["HOME_ISSUER"] ?? "")
    let secret = Secret(settings["SITE_SECRET"] ?? "")
    let (docomoID, docomoSecret) = ("app", Secret(settings["DOCOMO_SECRET"] ?? ""))
    let (authority, photoColle) = (
      settings["DOCOMO_ORIGIN"] ?? Provider.docomoAuthority,
      settings["DOCOMO_ORIGIN"] ?? PhotoColle.address
    )
    // docs/web-sign-in.md
    let docomo = Client(
      of: try .docomo(authority: authority), id: docomoID, secret: docomoSecret,
      store: try SQLiteTokenStore(path: "docomo.sqlite"))
    let web = try WebSignIn(
      origin: origin,
      providers: [
        .discovered("work", at: work, clientID: "photos", secret: secret) { $0.title = "Work" },
        .discovered("home", at: home, clientID: "photos", secret: secret) {
          $0.title = "Home"
          $0.scopes = [.openID, .profile]
          $0.readsUserInfo = true
        },
      ],
      store: try SQLiteWebSessions(path: "web.sqlite"), keys: try WebKeys(file: "web.key"),
      transport: .platform
    ) {
      $0.connections = [
        WebConnection("photocolle", docomo, scopes: [.photoGetContentsList, .photoGetContent])
      ]
      $0.logger = Logger(label: "sign-in")
    }
    // docs/web-sign-in.md

    let router = Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
    router.get("health") { _, _ in "ok" }
    router.signIn(web)
    router.get("/") { _, context in Page.start(context.user) }
    let members = router.group(context: SignedIn<SiteContext>.self)
    // docs/web-sign-in.md
    members.get("albums") { _, context in
      let session = try await context.connection("photocolle")
      return Page.pictures(try await pictures(PhotoColle(session, at: photoColle)))
    }
    // docs/web-sign-in.md

    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      services: [SessionSweeper(web)])
    try await app.runService()
  }
}

/// The names of a user's pictures.
private func pictures(_ photos: PhotoColle) async throws -> [String] {
  do {
    return try await photos.contents(.image).items.map(\.name)
  } catch {
    guard case .application(.noResults, _, _) = error else { throw error }
    return []
  }
}

struct SiteContext: SignInRequestContext {
  var coreContext: CoreRequestContextStorage
  var signIn = SignInStorage()
  init(source: Source) { coreContext = .init(source: source) }
}
