// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckHummingbird
import CoatcheckSessionStorage
import CoatcheckWeb
import Foundation
import Hummingbird

/// A small website whose users sign in with one provider. Its sessions and its key are in the current folder. The guide is
/// docs/web-sign-in.md.
@main
struct Website {
  static func main() async throws {
    let settings = ProcessInfo.processInfo.environment
    let port = settings["SITE_PORT"].flatMap { Int($0) } ?? 8085
    let origin = settings["SITE_ORIGIN"] ?? "http://127.0.0.1:\(port)"
    let issuer = settings["SITE_ISSUER"] ?? "http://127.0.0.1:4000"
    let secret = Secret(settings["SITE_SECRET"] ?? "")
    // docs/web-sign-in.md
    let web = try WebSignIn(
      origin: origin,
      providers: [.discovered("work", at: issuer, clientID: "photos", secret: secret)],
      store: try SQLiteWebSessions(path: "web.sqlite"), keys: try WebKeys(file: "web.key"),
      transport: .platform)

    let router = Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
    router.get("health") { _, _ in "ok" }
    router.signIn(web)
    router.get("/") { _, context in "Hello, \(context.user?.subject ?? "visitor")" }

    let members = router.group(context: SignedIn<SiteContext>.self)
    members.get("albums") { _, context in "Albums of \(context.user.subject)" }
    // docs/web-sign-in.md
    addPages(to: members)

    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      services: [SessionSweeper(web)])
    try await app.runService()
  }
}

struct SiteContext: SignInRequestContext {
  var coreContext: CoreRequestContextStorage
  var signIn = SignInStorage()
  init(source: Source) { coreContext = .init(source: source) }
}

/// Adds pages that need more than a signed-in user, such as a claim, an `acr` or a group.
private func addPages(to members: RouterGroup<SignedIn<SiteContext>>) {
  members.get("profile") { _, context in
    let user = try await context.session.userInfo()
    return user.claims["name"]?.stringValue ?? user.subject
  }
  let billing = members.group("billing", requiring: .init(acr: ["urn:example:mfa"]))
  billing.get { _, context in "Invoices of \(context.user.subject)" }
  let admin = members.group("admin", allowing: { $0.has("admin", in: "groups") })
  admin.get { _, _ in "Everything" }
  members.post("albums") { _, context in "A new album of \(context.user.subject)" }
}
