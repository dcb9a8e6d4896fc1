// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckAccounts
import CoatcheckClient
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckTesting
import Foundation

/// Whether the time of a refusal reveals which names have an account: trials with a known and with an
/// unknown name in turns, at a whole server with password hashes of the default cost.
enum PasswordBenchmark {
  static func run(trials: Int) async throws {
    let passwords = PasswordHasher { RuntimeEnvironment.live.random($0) }
    let server = try await TestServer.start(passwords: passwords) { settings in
      settings.passwordAttempts = .max
      settings.passwordAttemptsFromAnywhere = .max
      settings.passwordAttemptsFromAddress = .max
    }
    let browser = TestBrowser(transport: Transports.system)
    let parameters: Parameters = [
      "response_type": "code", "client_id": "app",
      "redirect_uri": "http://127.0.0.1:49152/callback", "scope": "openid",
      "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      "code_challenge_method": "S256",
    ]
    var page = try await browser.get("\(server.issuer)/authorize?\(parameters.encoded)")
    while let location = page.location { page = try await browser.get(location) }
    let csrf = page.forms.first?.fields.first { $0.name == "csrf" }?.value ?? ""

    var known = Measurement("a wrong password of a known user")
    var unknown = Measurement("a password of an unknown user")
    for trial in 0..<trials * 2 {
      // Both names have the same length, and each of them is first equally often.
      let isKnown = (trial % 2 == 0) == (trial / 2 % 2 == 0)
      let begin = wallTime()
      let answer = try await browser.post(
        page.url,
        [
          "csrf": csrf, "username": isKnown ? "alice" : "carol", "password": "wrong",
          "action": "sign-in",
        ])
      let time = (wallTime() - begin) * 1e9
      guard answer.status == 400 else { throw Failure(text: "status \(answer.status)") }
      if isKnown { known.add(time) } else { unknown.add(time) }
    }
    await server.stop()
    print("trying passwords, \(trials) times each, over loopback (wall time)")
    print(known.latencyLine)
    print(unknown.latencyLine)
    print(ratio(unknown, to: known, wanted: "0.95 to 1.05 by median"))
  }
}
