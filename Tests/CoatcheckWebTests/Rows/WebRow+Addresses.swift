// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  private static let strange = [
    "//evil.example", "/\\evil.example", "/%09/evil.example", "\t//evil.example",
    "https:evil.example",
    "https://evil.example", "///evil.example", "javascript:alert(1)", "/a/..//evil.example",
    "/%5cevil.example", "%2f%2fevil.example", "/%2fevil.example", "/..//evil", "/.//evil", "/%00",
    "/a\r\nX: y",
    "//evil.example/%2f..", "http:evil.example", "/;@evil.example/../..//", "@evil.example",
    ".evil.example",
    "/%0d%0aLocation:%20https://evil.example", "/\u{2044}evil.example", "\\\\evil.example",
    "/\\/evil.example",
  ]

  static let addresses: [WebRow] = [
    WebRow("W-18", "after a sign-in a browser continues at this site, whatever the return path") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      for text in strange + [String(repeating: "/a", count: 5000)] {
        let query = "return_to=\(FormEncoding.encode(text))"
        // The return path after a sign-out is checked like the one after a sign-in.
        var fields = SiteVisitor.navigation
        fields[.contentType] = "application/x-www-form-urlencoded"
        let out = try await alice.browser.send(
          .post, alice.origin + "/auth/logout", body: query, fields: fields)
        #expect(out.status == 303, "\(text.prefix(40)) \(out.status)")
        #expect(out.location == alice.origin + "/", "\(text.prefix(40)) \(out.location ?? "none")")
      }
      for text in strange.prefix(4) {
        let callback = try await alice.callback(
          opening: "/auth/login?provider=work&again=1&return_to=\(FormEncoding.encode(text))")
        #expect(try await alice.open(callback).location == alice.origin + "/", "\(text)")
      }
      for query in ["return_to=/a&return_to=/b", "return_to=%FF", "return_to=%00"] {
        let page = try await alice.open("/auth/login?provider=work&again=1&\(query)")
        #expect(page.status == 400, "\(query) \(page.status)")
      }
      let long = try await alice.open("/auth/login?x=" + String(repeating: "a", count: 7000))
      #expect((200..<500).contains(long.status))
      await world.stop()
    },
    WebRow("W-19", "a return path is not a route of the sign-in, nor a callback") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      for path in [
        "/auth/login", "/auth/logout", "/auth/callback/work", "/auth/session",
        "/auth/login?return_to=/albums",
        "/albums?state=x&code=y", "/albums?error=access_denied&state=x", "/auth",
      ] {
        let out = try await alice.post("/auth/logout", ["return_to": path])
        #expect(out.location == alice.origin + "/", "\(path)")
      }
      for path in ["/albums?code=7", "/albums?state=on&page=2", "/authors"] {
        let out = try await alice.post("/auth/logout", ["return_to": path])
        #expect(out.location == alice.origin + path, "\(path)")
      }
      // The return path does not change the authorization request.
      let begun = try await alice.open(
        "/auth/login?provider=work&return_to=\(FormEncoding.encode("/albums?scope=admin&prompt=none"))"
      )
      let request = try begun.request
      #expect(request["scope"] == "openid profile offline_access" && request["prompt"] == nil)
      await world.stop()
    },
  ]
}
