// SPDX-License-Identifier: Apache-2.0
@testable import CoatcheckWeb
import TestKit

/// Randomly changed requests of a browser. The acceptance run has a million of them: `make soak`.
@Suite("Changed cookies, callbacks and return addresses", .timeLimit(.minutes(60)))
struct MutationTests {
  /// Changes bytes of a text: replaces one, removes one, adds one, repeats a part, or cuts the end.
  private static func changed(_ text: String, _ random: inout SplitMix64) -> String {
    var bytes = Array(text.utf8)
    let at = Int.random(in: 0..<bytes.count, using: &random)
    // A byte that is allowed in a header field.
    let byte = UInt8.random(in: 0x21...0x7E, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[at] = byte
    case 1: bytes.remove(at: at)
    case 2: bytes.insert(byte, at: at)
    case 3: bytes.insert(contentsOf: bytes[at...], at: at)
    case 4: bytes.removeSubrange(at...)
    default: bytes[at] = bytes[bytes.count - 1 - at]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func fields(_ cookie: String) -> HTTPFields {
    SiteVisitor.navigation + SiteVisitor.fields(["Cookie": cookie])
  }

  // attack: W-14
  @Test("a session cookie with any change signs no user in")
  func sessions() async throws {
    let world = try await World.start()
    let alice = world.visitor()
    try await alice.signIn()
    let value = try #require(alice.cookie())
    let name = "__Host-coatcheck"
    var random = SplitMix64(seed: 14)
    for n in 0..<Rounds.count(5_000, soak: 500_000) {
      var cookie = Self.changed("\(name)=\(value)", &random)
      for _ in 0..<(n % 3) where !cookie.isEmpty { cookie = Self.changed(cookie, &random) }
      let request = HTTPRequest(
        method: .get, scheme: "https", authority: "photos.example", path: "/albums",
        headerFields: Self.fields(cookie))
      let (head, body) = try await world.site.transport.send(
        request, body: Data(), limit: .standard)
      if head.status == .ok {
        // The value is unchanged, beside text that is not a cookie of that name.
        let values = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
          .filter { $0.hasPrefix("\(name)=") }
        #expect(values == ["\(name)=\(value)"], "\(cookie)")
        #expect(String(decoding: body, as: UTF8.self) == "Albums of \(alice.user.id)")
      } else {
        #expect(head.status == .seeOther, "\(cookie)")
      }
    }
    #expect(try await alice.isSignedIn())
    await world.stop()
  }

  // attack: W-01, W-04
  @Test("a callback whose address or cookie has any change opens no session")
  func callbacks() async throws {
    let world = try await World.start()
    var random = SplitMix64(seed: 4)
    var redeemed = 0
    var (address, cookie) = ("", "")
    var isFresh = false
    for n in 0..<Rounds.count(3_000, soak: 500_000) {
      if !isFresh {
        let alice = world.visitor()
        let begun = try await alice.open("/auth/login?provider=work&again=1&return_to=/albums")
        // A code that was never issued: the test checks the token requests, not their success.
        let state = try #require(begun.request["state"])
        let issuer = FormEncoding.encode(world.provider.issuer)
        address =
          "/auth/callback/work?code=cc_ac_\(RuntimeEnvironment.live.token())&state=\(state)&iss=\(issuer)"
        let flow = try #require(alice.cookies.first { $0.contains("-flow-") })
        cookie = "\(flow)=\(alice.cookie(flow) ?? "")"
        isFresh = true
      }
      let isAddress = n.isMultiple(of: 2)
      let path = isAddress ? "/" + Self.changed(String(address.dropFirst()), &random) : address
      let request = HTTPRequest(
        method: .get, scheme: "https", authority: "photos.example", path: path,
        headerFields: Self.fields(isAddress ? cookie : Self.changed(cookie, &random)))
      let asked = world.provider.requests.count("/token")
      let (head, body) = try await world.site.transport.send(
        request, body: Data(), limit: .standard)
      // The changed address may be that of a public page.
      #expect((200..<500).contains(head.status.code), "\(path): \(head.status)")
      #expect(!String(decoding: body, as: UTF8.self).contains(TestUser.alice.id), "\(path)")
      for setting in head.headerFields[values: .setCookie] {
        let isRemoved = setting.contains("Max-Age=0")
        #expect(!setting.hasPrefix("__Host-coatcheck=") || isRemoved, "\(path): \(setting)")
      }
      if let location = head.headerFields[.location] {
        #expect(location.hasPrefix("/") && !location.hasPrefix("//"), "\(path): \(location)")
      }
      // A token request uses the pending sign-in up.
      if world.provider.requests.count("/token") > asked {
        redeemed += 1
        isFresh = false
      }
    }
    #expect(redeemed > 0)
    #expect(try await world.store.sweep(limit: 10, at: .distantFuture).isEmpty)
    await world.stop()
  }

  // attack: W-18
  @Test("a return address of any shape leads to this site")
  func returnAddresses() async throws {
    let hosts = ["evil.example", "evil.example:443", "user@evil.example", "[::1]", "0x7f000001"]
    let schemes = ["", "https:", "HTTP:", "javascript:", "data:", "ftp:", "%68ttps:"]
    let slashes = [
      "//", "///", "/\\", "\\/", "\\\\", "/\t/", "/\n/", "/%09/", "/%5c", "%2f%2f", "/%2f", "/.//",
      "/..//",
      "/;//", "/\u{2215}", "/\u{FF0F}", "\u{3002}", "/a/..//", "/a/%2e%2e//", "/%2e%2e%2f%2f",
      "/%252f", "./", "",
    ]
    let world = try await World.start()
    let paths = world.web.site.paths
    var count = 0
    for scheme in schemes {
      for slash in slashes {
        for host in hosts {
          for end in ["", "/", "/%2f..", "?x=1", "#/albums"] {
            let text = scheme + slash + host + end
            let path = paths.returnPath(text)
            #expect(path == "/" || Self.isOwn(path), "\(text) leads to \(path)")
            count += 1
          }
        }
      }
    }
    #expect(count > 600)
    await world.stop()
  }

  /// Whether a browser that `https://photos.example` redirects to this path stays there, by the rules of
  /// the URL standard.
  private static func isOwn(_ path: String) -> Bool {
    // "/" and then neither "/" nor "\\", without characters that a URL parser drops first.
    let bytes = Array(path.utf8)
    guard bytes.first == 0x2F, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    return bytes.count == 1 || (bytes[1] != 0x2F && bytes[1] != 0x5C)
  }
}
