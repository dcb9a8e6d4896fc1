// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckHummingbird
import CoatcheckSessionStorage
import CoatcheckWeb
import Foundation
import Hummingbird

/// One server of a website with its sessions in PostgreSQL, which a test runs on a machine of its own.
///
/// ```
/// SITE_DATABASE=postgresql://… SITE_HOST=198.18.1.6 SITE_PORT=8085 SITE_ISSUER=… SITE_SECRET=… SITE_KEY=web.key SiteWorker
/// ```
@main
struct SiteWorker {
  static func main() async throws {
    let settings = ProcessInfo.processInfo.environment
    func setting(_ name: String) throws -> String {
      guard let value = settings[name] else { throw MissingSetting(name: name) }
      return value
    }
    let web = try WebSignIn(
      origin: "https://photos.example",
      providers: [
        .discovered(
          "work", at: try setting("SITE_ISSUER"), clientID: "photos",
          secret: Secret(try setting("SITE_SECRET")))
      ],
      store: try await PostgreSQLWebSessions(
        try setting("SITE_DATABASE"), verification: .asTheStringSays),
      keys: try WebKeys(file: try setting("SITE_KEY")), transport: .platform)

    let router = Router(context: SiteContext.self)
    router.get("health") { _, _ in "ok" }
    router.signIn(web)
    let members = router.group(context: SignedIn<SiteContext>.self)
    members.get("albums") { _, context in "Albums of \(context.user.subject)" }
    // A real page must not show a token; this one does, for comparison.
    members.get("token") { _, context in try await context.session.accessToken().reveal() }
    let address = BindAddress.hostname(
      try setting("SITE_HOST"), port: Int(try setting("SITE_PORT")) ?? 0)
    try await Application(
      router: router, configuration: .init(address: address), services: [SessionSweeper(web)]
    ).runService()
  }
}

struct MissingSetting: Error {
  let name: String
}

struct SiteContext: SignInRequestContext {
  var coreContext: CoreRequestContextStorage
  var signIn = SignInStorage()
  init(source: Source) { coreContext = .init(source: source) }
}
