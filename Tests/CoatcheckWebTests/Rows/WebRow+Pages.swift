// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let pages: [WebRow] = [
    WebRow("W-23", "a page is redirected to the sign-in; any other request gets 401") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let page = try await alice.open("/albums")
      #expect(page.status == 303)
      let old = SiteVisitor.fields(["Accept": "text/html,*/*"])
      #expect(try await alice.open("/albums", old).status == 303)
      let others: [KeyValuePairs<String, String>] = [
        ["Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"],
        ["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"],
        ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe", "Accept": "text/html"],
        ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Purpose": "prefetch"],
        ["Accept": "text/event-stream"], ["Accept": "application/json"], ["Accept": "*/*"],
        ["Accept": "text/html", "X-Requested-With": "XMLHttpRequest"],
      ]
      for fields in others {
        let page = try await alice.open("/albums", SiteVisitor.fields(fields))
        #expect(page.status == 401 && page.location == nil, "\(fields)")
        #expect(page.head.headerFields[.cacheControl] == "no-store", "\(fields)")
        #expect(page.head.headerFields[values: .setCookie].isEmpty, "\(fields)")
      }
      #expect(alice.cookies.isEmpty)
      await world.stop()
    },
    WebRow("W-24", "a form that is sent after the session has ended is not kept") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let page = try await alice.post("/albums", ["title": "secret-of-the-form"])
      #expect(page.status == 401)
      #expect(page.text.contains("/auth/login?return_to=%2F"))
      #expect(!page.text.contains("secret-of-the-form"))
      #expect(page.head.headerFields[values: .setCookie].isEmpty)
      await world.stop()
    },
    WebRow("W-26", "the origin of the site is never taken from a request") { framework in
      let world = try await World.start(framework)
      let plain = try await world.visitor().open("/auth/login?provider=work")
      let wanted = FormEncoding.encode("\(world.site.origin)/auth/callback/work")
      #expect(plain.location?.contains(wanted) == true)
      for (name, value) in [
        ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "http"),
        ("X-Forwarded-Uri", "/evil"), ("X-Forwarded-For", "1.2.3.4"),
        ("Forwarded", "host=evil.example;proto=http"), ("X_Forwarded_Host", "evil.example"),
        ("X-Original-URL", "/evil"), ("X-Rewrite-URL", "/evil"),
      ] {
        var fields = SiteVisitor.navigation
        guard let field = HTTPField.Name(name) else { continue }
        fields[field] = value
        let alice = world.visitor()
        let begun = try await alice.open("/auth/login?provider=work", fields)
        #expect(begun.location?.contains(wanted) == true, "\(name)")
        let page = try await alice.open("/albums", fields)
        #expect(page.location == alice.origin + "/auth/login?return_to=%2Falbums", "\(name)")
      }
      await world.stop()
    },
    WebRow("W-27", "no header field of a request names the user") { framework in
      let world = try await World.start(framework)
      let fields = SiteVisitor.fields([
        "X-Forwarded-User": "u-alice-4f1d", "OIDC_CLAIM_sub": "u-alice-4f1d",
        "X-Auth-Request-User": "u-alice-4f1d", "Remote-User": "u-alice-4f1d",
        "Authorization": "Bearer u-alice-4f1d", "Accept": "*/*",
      ])
      #expect(try await world.visitor().open("/albums", fields).status == 401)
      #expect(try await world.visitor().open("/", fields).text == "Hello, visitor")
      await world.stop()
    },
    WebRow("W-28", "no spelling of a protected path opens it") { framework in
      let world = try await World.start(framework)
      for path in [
        "/albums", "//albums", "/./albums", "/%61lbums", "/albums/", "/ALBUMS", "/albums;x",
        "/albums?/public",
        "/x/../albums", "/albums%2f", "/albums?health", "/auth/../albums",
        "/auth/login/../../albums",
      ] {
        var fields = SiteVisitor.script
        fields[.userAgent] = "kube-probe/1.30"
        let page = try await world.visitor().open(path, fields)
        #expect([401, 404].contains(page.status), "\(path) \(page.status)")
        #expect(!page.text.contains("Albums of"), "\(path)")
      }
      await world.stop()
    },
    WebRow("W-49", "a script learns who is signed in, and no token") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      var asking = SiteVisitor.script
      asking += SiteVisitor.fields(["X-CSRF": "1"])
      let unknown = try await alice.open("/auth/session", asking)
      #expect(unknown.status == 401)
      try await alice.signIn()
      #expect(try await alice.open("/auth/session", SiteVisitor.script).status == 403)
      let page = try await alice.open("/auth/session", asking)
      #expect(page.status == 200)
      let json = try JSONObject(parsing: Array(page.text.utf8))
      #expect(json["sub"]?.stringValue == alice.user.id)
      #expect(json["expires_in"]?.intValue == 8 * 3600)
      let token = try await alice.open("/token").text.dropFirst("token ".count)
      let cookie = try #require(alice.cookie())
      #expect(!page.text.contains(token) && !page.text.contains(cookie))
      for text in [page, unknown] {
        let allowed = HTTPField.Name("Access-Control-Allow-Credentials")
          .flatMap { text.head.headerFields[$0] }
        #expect(allowed == nil && text.head.headerFields[.cacheControl] == "no-store")
      }
      // A quiet request does not count as use.
      world.clock.advance(by: .seconds(7 * 3600))
      #expect(
        try await alice.open("/auth/session?quiet=1", asking).text.contains("\"expires_in\":3600"))
      world.clock.advance(by: .seconds(3601))
      #expect(try await alice.open("/auth/session?quiet=1", asking).status == 401)
      await world.stop()
    },
  ]
}
