// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import Logging

/// Passes a request to its endpoint, and makes a page of a failure.
struct RouteAnswers: Sendable {
  let site: SignInSite

  func answer(_ request: WebRequest) async -> WebAnswer {
    do throws(OAuthError) {
      switch site.paths.route(of: request.head.path) {
      case .login: return try await LoginEndpoint(site: site).answer(request)
      case .initiate: return try await InitiateEndpoint(site: site).answer(request)
      case .callback(let name):
        guard let service = site.service(name) else { throw Self.noService }
        return await CallbackEndpoint(site: site, service: service).answer(request)
      case .logout: return try await LogoutEndpoint(site: site).answer(request)
      case .loggedOut: return try LoggedOutEndpoint(site: site).answer(request)
      case .session: return try await SessionEndpoint(site: site).answer(request)
      case .frontChannel(let name):
        return try await FrontChannelEndpoint(site: site, provider: provider(name)).answer(request)
      case .backChannel(let name):
        return await BackChannelEndpoint(site: site, provider: try provider(name)).answer(request)
      case .connect(let name):
        return try await ConnectEndpoint(site: site, connection: connection(name)).answer(request)
      case .disconnect(let name):
        return try await DisconnectEndpoint(site: site, connection: connection(name))
          .answer(request)
      case nil: throw .refused(.invalidRequest, "There is no such page.", status: 404)
      }
    } catch {
      return failure(error, of: request)
    }
  }

  private func provider(_ name: String) throws(OAuthError) -> WebProvider {
    guard let provider = site.provider(name) else { throw Self.noService }
    return provider
  }

  private func connection(_ name: String) throws(OAuthError) -> WebConnection {
    guard let connection = site.connection(name) else { throw Self.noService }
    return connection
  }

  private static let noService = OAuthError.refused(
    .invalidRequest, "There is no such provider.", status: 404)

  private func failure(_ error: OAuthError, of request: WebRequest) -> WebAnswer {
    site.logger.info("a request of the sign-in fails", metadata: ["error": "\(error)"])
    return site.page(of: error, for: request.head)
  }
}

extension HTTPResponse.Status {
  /// The status for a browser: 4xx for an invalid request, 503 for what the site cannot do now.
  static func of(_ error: OAuthError) -> HTTPResponse.Status {
    switch error.outcome {
    case _ where error.isOfRegistration: .internalServerError
    case .refused where PageMessage.of(error) == .providerDown: .serviceUnavailable
    case .refused:
      HTTPResponse.Status(code: error.status.flatMap { 400..<500 ~= $0 ? $0 : nil } ?? 400)
    case .unreachable: .serviceUnavailable
    case .unreadable: error.code == .storeDamaged ? .internalServerError : .badRequest
    case .misused: .internalServerError
    }
  }
}
