// SPDX-License-Identifier: Apache-2.0
import CoatcheckAsyncHTTP
import CoatcheckHummingbird
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckSessionStorage
import CoatcheckWeb
import Foundation
import Hummingbird

/// A small website whose users sign in with one provider: `website PORT ISSUER [ORIGIN]`, with the client's secret in the
/// variable `SITE_SECRET`, and the origin of a proxy if there is one before it. Its sessions and its key are in the
/// current folder. The guide is docs/web-sign-in.md.
@main
struct Website {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard 3...4 ~= arguments.count, let port = Int(arguments[1]),
      let text = ProcessInfo.processInfo.environment["SITE_SECRET"]
    else {
      FileHandle.standardError.write(
        Data("usage: SITE_SECRET=… website PORT ISSUER [ORIGIN]\n".utf8))
      exit(2)
    }
    let origin = arguments.count == 4 ? arguments[3] : "http://127.0.0.1:\(port)"
    let (issuer, secret) = (arguments[2], Secret(text))
    // docs/web-sign-in.md
    let web = try WebSignIn(
      origin: origin,
      providers: [.discovered("work", at: issuer, clientID: "photos", secret: secret)],
      store: try SQLiteWebSessions(path: "web.sqlite"), keys: try WebKeys(file: "web.key"),
      transport: AsyncHTTPTransport())

    let router = Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
    router.get("health") { _, _ in "ok" }
    router.signIn(web)
    router.get("/") { _, context in "Hello, \(context.user?["name"] ?? "visitor")" }

    let members = router.group(context: SignedIn<SiteContext>.self)
    members.get("albums") { _, context in "Albums of \(context.user.subject)" }
    // docs/web-sign-in.md
    members.get("profile") { _, context in
      let user = try await context.session.userInfo()
      return user.claims["name"]?.stringValue ?? user.subject
    }
    // docs/web-sign-in.md
    let billing = members.group("billing", requiring: .init(acr: ["urn:example:mfa"]))
    billing.get { _, context in "Invoices of \(context.user.subject)" }
    let admin = members.group("admin", allowing: { $0.has("admin", in: "groups") })
    admin.get { _, _ in "Everything" }

    members.post("albums") { _, context in "A new album of \(context.user.subject)" }

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
