// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
public import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// A service as those that NXOAuth2Client was made for: draft 10 of OAuth 2.0, with a resource that wants a
/// token, one that reads uploads and one that sends back what it gets.
///
/// | path | what it is |
/// |---|---|
/// | `/oauth2/authenticate` | the authorization page |
/// | `/oauth2/token` | the token endpoint |
/// | `/me` | whose token it is; `/someResource` is the same |
/// | `/upload` | says which parts and how many bytes it got |
/// | `/echo` | sends back the body |
/// | `/elsewhere?to=…&status=…` | redirects |
/// | `/guarded` | refuses good tokens with a word of its own |
public struct NXService: StandInService {
  /// 32 MiB: it reads uploads.
  public static let maximumBodyLength = 32 << 20

  /// Who may sign in.
  public let users: [StandInUser]
  /// The clients with their secrets; nil for one that has none.
  public let clients: [String: Secret?]
  /// The redirect URIs of all clients. Those on this machine need not be here.
  public let redirectURIs: [String]
  /// Assertions, and whose they are.
  public let assertions: [String: String]
  /// How it behaves where such services differ.
  public let manner: NXBehaviour
  let tokens = StandInTokens()

  /// A service.
  ///
  /// - Parameters:
  ///   - users: Who may sign in.
  ///   - clients: The clients with their secrets; nil for one that has none.
  ///   - redirectURIs: The redirect URIs of all clients. Those on this machine need not be here.
  ///   - assertions: Assertions, and the ids of the users they are about.
  ///   - manner: How it behaves where such services differ.
  public init(
    users: [StandInUser] = [.alice, .bob],
    clients: [String: Secret?] = ["app": Secret("app secret"), "public": nil],
    redirectURIs: [String] = ["x-myapp://oauth2", "x-other://oauth2"],
    assertions: [String: String] = ["the-assertion-of-alice": "u-alice"],
    manner: NXBehaviour = NXBehaviour()
  ) {
    self.users = users
    self.clients = clients
    self.redirectURIs = redirectURIs
    self.assertions = assertions
    self.manner = manner
  }

  /// Ends all access tokens, and the refresh tokens as well if asked: what the user does on the service's
  /// page of connected apps.
  public func revokeAll(refreshToo: Bool = false) { tokens.revokeAll(refreshToo: refreshToo) }

  /// Answers a request.
  public func respond(to request: ServedRequest, at url: String, now: Date) async -> ServedResponse
  {
    switch request.path {
    case "/oauth2/authenticate": authorization(request, now: now)
    case "/oauth2/token": token(request, now: now)
    case "/elsewhere": elsewhere(request)
    default: resource(request, now: now)
    }
  }
}
