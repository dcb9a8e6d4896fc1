// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the login session of a browser", .world)
struct BrowserSessionTests {
  // attack: A-36
  @Test("a session cookie planted before a sign-in is not signed in by it")
  func sessionFixation() async throws {
    let attacker = CookieJar()
    _ = try await world.callback(Ask(.web), by: .bob, jar: attacker)
    let planted = try #require(attacker.value("coatcheck_session", host: "127.0.0.1"))
    let victim = CookieJar()
    victim.set("coatcheck_session", to: planted, host: "127.0.0.1")
    _ = try await world.callback(Ask(.web).with("prompt", "login"), by: .alice, jar: victim)
    #expect(victim.value("coatcheck_session", host: "127.0.0.1") != planted)
    let silent = Ask(.web).with("prompt", "none")
    #expect(try await world.callback(silent, jar: victim)["code"] != nil)
    #expect(try await world.callback(silent, jar: attacker)["error"] == "login_required")
  }

  // attack: A-38
  @Test("malformed and foreign cookies are ignored")
  func strangeCookies() async throws {
    let jar = CookieJar()
    _ = try await world.callback(Ask(.web), jar: jar)
    let session = try #require(jar.value("coatcheck_session", host: "127.0.0.1"))
    let target = "/authorize?\(Ask(.web).with("prompt", "none").query)"
    let good = "coatcheck_session=\(session)"
    #expect(try await world.wire.send("GET", target, [("Cookie", good)]).redirected("code") != nil)
    let hundred = (0..<100).map { "c\($0)=v" }.joined(separator: "; ")
    for strange in [
      "\(good); \(good)", "coatcheck_session=x; \(good)", hundred,
      "coatcheck_session=\(session.dropLast())", "coatcheck_session=\u{FF}\u{7F}", ";;;==;a",
      "coatcheck_session",
    ] {
      let reply = try await world.wire.send("GET", target, [("Cookie", strange)])
      #expect(reply.redirected("error") == "login_required" || (400..<500).contains(reply.status))
    }
    let huge = String(repeating: "x", count: 64 << 10)
    let reply = try await world.wire.send("GET", target, [("Cookie", "coatcheck_session=\(huge)")])
    #expect((400..<500).contains(reply.status))
    // A truncated sealed cookie is not accepted.
    let first = try await world.answer(Ask(.web))
    let setting = try #require(first["set-cookie"].first { $0.hasPrefix("coatcheck_i_") })
    let cookie = setting.prefix { $0 != ";" }
    let login = try #require(first["location"].first)
    #expect(try await world.wire.send("GET", login, [("Cookie", String(cookie))]).status == 200)
    for cut in [1, 2, 16, 22] {
      let short = String(cookie.dropLast(cut))
      #expect(try await world.wire.send("GET", login, [("Cookie", short)]).status == 400)
    }
  }

  // attack: A-39
  @Test("a cookie is not accepted in the place of another cookie")
  func cookiePurpose() async throws {
    let jar = CookieJar()
    _ = try await world.callback(Ask(.web), jar: jar)
    let session = try #require(jar.value("coatcheck_session", host: "127.0.0.1"))
    let started = try await world.answer(Ask(.web))
    let setting = try #require(started["set-cookie"].first { $0.hasPrefix("coatcheck_i_") })
    let pair = setting.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
    let (name, sealed) = (pair[0], pair[1])
    let silent = "/authorize?\(Ask(.web).with("prompt", "none").query)"
    let asSession = try await world.wire.send(
      "GET", silent, [("Cookie", "coatcheck_session=\(sealed)")])
    #expect(asSession.redirected("error") == "login_required")
    let login = try #require(started["location"].first)
    let asInteraction = try await world.wire.send("GET", login, [("Cookie", "\(name)=\(session)")])
    #expect(asInteraction.status == 400)
    // The cookie of one interaction does not open another one.
    let second = try await world.answer(Ask(.web))
    let other = try #require(second["location"].first)
    let id = try #require(other.split(separator: "=").last)
    let swapped = try await world.wire.send(
      "GET", other, [("Cookie", "coatcheck_i_\(id)=\(sealed)")])
    #expect(swapped.status == 400)
  }
}
