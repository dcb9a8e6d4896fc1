// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckTesting
import CoatcheckWeb

extension Flow {
  /// The sign-in of a website.
  static let website: [Flow] = [
    Flow("website: sign-in, refusals, a refresh, logouts") { stage in
      try await Website.with(stage) { site in
        let (browser, other) = (site.browser(), site.browser())
        let own = HTTPFields([HTTPField(name: .origin, value: Website.origin)])
        await stage.attempt("page without a session") {
          try await browser.get(Website.origin + "/albums").status
        }
        let callback = try await site.callback(in: browser)
        await stage.attempt("callback in another browser") {
          try await other.get(callback).status
        }
        await stage.attempt("malformed callback") {
          try await browser.get(callback + "&code=x").status
        }
        for visit in ["first", "second"] {
          await stage.attempt("\(visit) callback") { try await browser.get(callback).status }
        }
        for seconds in [0, 3600] {
          stage.clock.advance(by: .seconds(seconds))
          await stage.attempt("page") { try await browser.get(Website.origin + "/albums").status }
        }
        await stage.attempt("logout of the provider") {
          try await other.post(
            Website.origin + "/auth/back-channel/work",
            ["logout_token": "eyJhbGciOiJub25lIn0.e30." + stage.marks.make("logout_token")]
          ).status
        }
        await stage.attempt("sign-out of another site") {
          try await other.post(Website.origin + "/auth/logout", [:]).status
        }
        await stage.attempt("sign-out") {
          try await browser.post(Website.origin + "/auth/logout", [:], fields: own).status
        }
        stage.clock.advance(by: .seconds(8 * 86_400))
        await stage.attempt("sweep") { try await site.web.sweep() }
      }
    }
  ]
}
