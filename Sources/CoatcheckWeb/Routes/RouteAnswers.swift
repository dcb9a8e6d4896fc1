// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import Logging

/// Which endpoint answers a request, and what a failure looks like to a browser.
struct RouteAnswers: Sendable {
  let site: SignInSite

  func answer(_ request: WebRequest) async -> WebAnswer {
    do throws(OAuthError) {
      switch site.paths.route(of: request.head.path) {
      case .login: return try await LoginEndpoint(site: site).answer(request)
      case .initiate: return try await InitiateEndpoint(site: site).answer(request)
      case .callback(let name):
        return await CallbackEndpoint(site: site, provider: try provider(name)).answer(request)
      case .logout: return try await LogoutEndpoint(site: site).answer(request)
      case .loggedOut: return try LoggedOutEndpoint(site: site).answer(request)
      case .session: return try await SessionEndpoint(site: site).answer(request)
      case .frontChannel(let name):
        return try await FrontChannelEndpoint(site: site, provider: provider(name)).answer(request)
      case .backChannel(let name):
        return await BackChannelEndpoint(site: site, provider: try provider(name)).answer(request)
      case nil: throw .refused(.invalidRequest, "There is no such page.", status: 404)
      }
    } catch {
      return failure(error, of: request)
    }
  }

  private func provider(_ name: String) throws(OAuthError) -> WebProvider {
    guard let provider = site.provider(name) else {
      throw .refused(.invalidRequest, "There is no such provider.", status: 404)
    }
    return provider
  }

  private func failure(_ error: OAuthError, of request: WebRequest) -> WebAnswer {
    site.logger.info("a request of the sign-in fails", metadata: ["error": "\(error)"])
    var answer = site.page(of: error, for: request.head)
    if let wait = error.retryAfter {
      answer.head.headerFields[.retryAfter] = RetryAfter.value(wait)
    }
    return answer
  }
}

extension HTTPResponse.Status {
  /// The status for a browser: what the request did wrong is 4xx, what the site cannot do now 503.
  static func of(_ error: OAuthError) -> HTTPResponse.Status {
    switch error.outcome {
    case .refused:
      HTTPResponse.Status(code: error.status.flatMap { 400..<500 ~= $0 ? $0 : nil } ?? 400)
    case .unreachable: .serviceUnavailable
    case .unreadable: error.code == .storeDamaged ? .internalServerError : .badRequest
    case .misused: .internalServerError
    }
  }
}
