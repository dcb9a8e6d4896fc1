// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
public import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// A stand-in for the services that NXOAuth2Client was made for: an authorization server of draft 10 of
/// OAuth 2.0, with several resources.
///
/// | path | what it is |
/// |---|---|
/// | `/oauth2/authenticate` | the authorization endpoint |
/// | `/oauth2/token` | the token endpoint |
/// | `/me` | returns the user of the token; `/someResource` is the same |
/// | `/upload` | returns the parts and the number of bytes that it received |
/// | `/echo` | returns the body of the request |
/// | `/elsewhere?to=…&status=…` | redirects |
/// | `/guarded` | refuses valid tokens with an error code of its own |
/// | `/public` | returns the `Authorization` field of the request, and needs no token |
public struct NXService: StandInService {
  /// The maximum length of a request body, in bytes: 32 MiB, enough for uploads.
  public static let maximumBodyLength = 32 << 20

  /// The users that can sign in.
  public let users: [StandInUser]
  /// The client secrets by client id; nil for a public client.
  public let clients: [String: Secret?]
  /// The redirect URIs of all clients. Addresses of this machine are accepted as well.
  public let redirectURIs: [String]
  /// The ids of the users, by the assertions that are issued for them.
  public let assertions: [String: String]
  /// The behavior where such services differ.
  public let manner: NXBehaviour
  let tokens = StandInTokens()

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - users: The users that can sign in.
  ///   - clients: The client secrets by client id; nil for a public client.
  ///   - redirectURIs: The redirect URIs of all clients. Addresses of this machine are accepted as well.
  ///   - assertions: The ids of the users, by the assertions that are issued for them.
  ///   - manner: The behavior where such services differ.
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

  /// Revokes all access tokens, as a user does on the service's page of connected apps.
  ///
  /// - Parameter refreshToo: Whether the refresh tokens are revoked as well.
  public func revokeAll(refreshToo: Bool = false) { tokens.revokeAll(refreshToo: refreshToo) }

  /// Returns the response to a request.
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
