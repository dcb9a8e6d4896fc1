// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import Logging

/// `/auth/callback/NAME`: the redirect URI of a provider or a connection.
///
/// The process can die after each step. The steps in their order: the sealed cookie is opened, the callback
/// is checked against it, the sign-in is claimed so that only one request continues, the code is redeemed,
/// the ID token is verified, the session is opened and in the same step ends the one before it, and the
/// browser gets its cookie.
struct CallbackEndpoint: Sendable {
  let site: SignInSite
  let service: WebService

  private var isForm: Bool { service.authorization.responseMode == .formPost }

  func answer(_ request: WebRequest) async -> WebAnswer {
    var state: Secret?
    do throws(OAuthError) {
      try request.require(isForm ? .post : .get)
      let parameters = try isForm ? request.form() : request.query()
      guard let text = parameters["state"] else {
        throw .unreadable(.stateMismatch, "The callback has no state.", parameter: "state")
      }
      state = Secret(text)
      guard let flow = site.flows.flow(of: Secret(text), in: request.head) else {
        // A finished sign-in has no cookie any more. Its browser continues where the sign-in led.
        if let finished = try await finished(Self.id(of: Secret(text)), request) {
          return .redirect(to: finished.returnPath)
        }
        throw .unreadable(
          .stateMismatch, "This sign-in was begun in another browser, or too long ago.",
          parameter: "state")
      }
      return await finish(flow, Secret(text), request)
    } catch {
      return failure(error, to: "/", removing: state, request)
    }
  }

  private func finish(_ flow: WebFlow, _ state: Secret, _ request: WebRequest) async -> WebAnswer {
    do throws(OAuthError) {
      guard !flow.isOver(at: site.environment.now()) else {
        throw .unreadable(.transactionExpired, "The sign-in took longer than ten minutes.")
      }
      // RFC 9700 §4.4: the callback of one issuer is never finished as that of another.
      guard flow.provider.isExactly(service.name) else {
        throw .unreadable(
          .issuerMismatch, "The callback comes from another provider than was asked.")
      }
      let waiting = try CodeFlow(try await site.context(of: service)).resume(flow.signIn)
      let reply =
        try await isForm
        ? waiting.answer(inForm: request.body)
        : waiting.answer(in: site.paths.origin + (request.head.path ?? ""))
      // RFC 6749 §4.1.2: "The client MUST NOT use the authorization code more than once."
      let id = Self.id(of: state)
      let end = flow.startedAt.addingTimeInterval(WebFlow.memory)
      guard try await site.store.claim(id, until: end, at: site.environment.now()) else {
        return try await repeated(id, flow, state, request)
      }
      switch service {
      case .provider(let provider):
        return try await SessionOpening(site: site, provider: provider, flow: flow, id: id)
          .answer(waiting.redeem(reply), removing: removing(state), request)
      case .connection(let connection):
        return try await ConnectionOpening(site: site, connection: connection, flow: flow)
          .answer(to: reply, of: waiting, removing: removing(state), request)
      }
    } catch {
      return failure(error, to: flow.returnPath, removing: state, request)
    }
  }

  private func removing(_ state: Secret) -> String { site.flows.removing(state, isForm: isForm) }

  /// The ID under which a sign-in is claimed: a hash, from which the state cannot be derived.
  private static func id(of state: Secret) -> String {
    "sign-in:" + Fingerprint.hex(of: Array(state.reveal().utf8))
  }

  /// Responds to a repeated callback: the browser that this sign-in has signed in continues, any other is
  /// refused.
  private func repeated(
    _ id: String, _ flow: WebFlow, _ state: Secret, _ request: WebRequest
  ) async throws(OAuthError) -> WebAnswer {
    guard try await finished(id, request) != nil else {
      throw .refused(.invalidGrant, "This sign-in was finished before.")
    }
    return .redirect(to: flow.returnPath, setting: [removing(state)])
  }

  /// The session that this sign-in has opened, if the request has its cookie.
  private func finished(
    _ id: String, _ request: WebRequest
  ) async throws(OAuthError) -> WebSession? {
    let session = try await site.session(of: request.head).session?.session
    return session?.flow.isExactly(id) == true ? session : nil
  }

  private func failure(
    _ error: OAuthError, to returnPath: String, removing state: Secret?, _ request: WebRequest
  ) -> WebAnswer {
    // A failure that the user cannot resolve is logged as an error for the operator.
    site.logger.log(
      level: PageMessage.of(error) == .failed ? .error : .info, "a sign-in is refused",
      metadata: ["provider": "\(service.name)", "error": "\(error)"])
    let path =
      switch service {
      case .provider(let provider): site.paths.login(to: returnPath, at: provider.name)
      case .connection(let connection): site.paths.connect(connection.name, to: returnPath)
      }
    var answer = site.page(of: error, for: request.head, continuing: path)
    // The cookie stays when the callback was for another sign-in, or when the store could not claim this
    // one.
    let isUntouched = error.code == .stateMismatch || error.errorClass == .storageUnavailable
    if let state, !isUntouched { answer.set([removing(state)]) }
    return answer
  }
}
