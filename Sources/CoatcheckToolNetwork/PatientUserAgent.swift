// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation

/// A listener on this machine, for a person who may not answer.
///
/// A person who does not answer in time has not signed in; that is another thing than a provider
/// that does not answer, though both are called `timedOut` below.
struct PatientUserAgent: UserAgent {
  private let listener: LoopbackUserAgent
  private let seconds: Int

  /// - Parameter seconds: how long the person may take.
  init(seconds: Int, environment: Environment, prompt: SignInPrompt) {
    self.seconds = seconds
    listener = LoopbackUserAgent(
      open: { try prompt.show($0) }, deadline: .seconds(seconds), environment: environment)
  }

  func redirectURI() async throws -> String { try await listener.redirectURI() }

  func authorize(at url: URL) async throws(OAuthError) -> String {
    do {
      return try await listener.authorize(at: url)
    } catch  where error.code == .timedOut {
      throw .unreachable(.userCancelled, "nobody completed the sign-in within \(seconds) s")
    }
  }

  func abandon(redirectURI: String) async { await listener.abandon(redirectURI: redirectURI) }
}
