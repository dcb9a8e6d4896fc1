// SPDX-License-Identifier: Apache-2.0
import Coatcheck
public import CoatcheckTesting

extension StandInUser {
  /// This user at a browser.
  public func agent(
    _ answer: ScriptedUserAgent.Answer = .allow,
    redirectURI: String = "http://127.0.0.1:49152/callback", cookies: CookieJar = CookieJar()
  ) -> ScriptedUserAgent {
    ScriptedUserAgent(
      username: username, password: password, answer: answer, redirectURI: redirectURI,
      transport: .platform, cookies: cookies)
  }
}

extension TestUser {
  /// This user at a browser.
  public func agent(
    _ answer: ScriptedUserAgent.Answer = .allow,
    redirectURI: String = "http://127.0.0.1:49152/callback", cookies: CookieJar = CookieJar()
  ) -> ScriptedUserAgent {
    StandInUser(id: id, username: username, password: password)
      .agent(answer, redirectURI: redirectURI, cookies: cookies)
  }
}
