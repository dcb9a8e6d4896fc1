// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
public import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes
import Synchronization

/// A stand-in for both generations of OCLC's endpoints, and for one of its resource servers.
///
/// | path | what |
/// |---|---|
/// | `/oauth2/authorizeCode`, `/oauth2/accessToken` | WSKeys with HMAC signatures |
/// | `/auth`, `/auth/{registryID}`, `/token` | Basic, PKCE, and the institution as a scope |
/// | `/bib/data/{number}` | a resource, by access token or by signature |
///
/// ```swift
/// let oclc = try await StandIn.start(OCLCService())
/// let provider = try Provider.oclc(url: oclc.url + "/oauth2", contextInstitution: "128807")
/// ```
///
/// It verifies signatures with code of its own, and refuses timestamps that are more than five minutes
/// off, nonces that were used before, and token requests with a body.
public final class OCLCService: StandInService {
  /// A client of the stand-in: a WSKey.
  public struct Client: Sendable {
    /// The WSKey, which is the client id.
    public let wskey: String
    /// The secret of the WSKey.
    public let secret: Secret
    /// The registered redirect URIs. Addresses of this machine are accepted as well.
    public let redirectURIs: [String]

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - wskey: The WSKey, which is the client id.
    ///   - secret: The secret of the WSKey.
    ///   - redirectURIs: The registered redirect URIs. Addresses of this machine are accepted as well.
    public init(
      wskey: String = "app", secret: Secret = Secret("app secret"),
      redirectURIs: [String] = ["oclcApp://user_agent_flow"]
    ) {
      self.wskey = wskey
      self.secret = secret
      self.redirectURIs = redirectURIs
    }
  }

  /// How token responses say when a token expires.
  public enum Times: Sendable {
    /// By a number of seconds and by a date.
    case both
    /// By a date only.
    case absolute
  }

  /// Which clients can refresh.
  public enum Refreshes: Sendable {
    /// Only clients that sign their requests, as in the document of 2014.
    case signed
    /// Clients that sign their requests, and mobile clients that only send their client id, as in later
    /// documents.
    case signedOrNamed
  }

  let users: [StandInUser]
  let clients: [Client]
  let institutions: [String]
  let accessLifetime: Int
  let refreshLifetime: Int
  let times: Times
  let refreshes: Refreshes
  let tokens = StandInTokens()
  let signatures = OCLCSignatures()
  private let form: Mutex<OCLCErrorForm>

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - users: The users that can sign in.
  ///   - clients: The registered clients.
  ///   - institutions: The registry ids of the known institutions.
  ///   - accessLifetime: The lifetime of access tokens, in seconds.
  ///   - refreshLifetime: The lifetime of refresh tokens, in seconds. A refresh does not replace them.
  ///   - times: How token responses say when a token expires.
  ///   - refreshes: Which clients can refresh at the older endpoints.
  ///   - errors: The form of error responses of the token endpoint.
  public init(
    users: [StandInUser] = [.alice, .bob], clients: [Client] = [Client()],
    institutions: [String] = ["128807", "91475", "60000"], accessLifetime: Int = 1199,
    refreshLifetime: Int = 604_799, times: Times = .both,
    refreshes: Refreshes = .signed, errors: OCLCErrorForm = .codeAndMessage
  ) {
    self.users = users
    self.clients = clients
    self.institutions = institutions
    self.accessLifetime = accessLifetime
    self.refreshLifetime = refreshLifetime
    self.times = times
    self.refreshes = refreshes
    form = Mutex(errors)
  }

  /// The form of error responses of the token endpoint. It can be changed while the service runs.
  public var errors: OCLCErrorForm {
    get { form.withLock { $0 } }
    set { form.withLock { $0 = newValue } }
  }

  /// Revokes all access tokens, as an administrator of the service would.
  ///
  /// - Parameter refreshToo: Whether the refresh tokens are revoked as well.
  public func revokeAll(refreshToo: Bool = false) { tokens.revokeAll(refreshToo: refreshToo) }

  /// Returns the response to a request.
  public func respond(
    to request: ServedRequest, at url: String, now: Date
  ) async -> ServedResponse {
    let path = request.path
    switch path {
    case "/oauth2/authorizeCode": return authorize(request, .wskey, now)
    case "/oauth2/accessToken": return token(request, .wskey, now)
    case "/token": return token(request, .oauth, now)
    case "/auth": return authorize(request, .oauth, now)
    default: break
    }
    if path.hasPrefix("/auth/") {
      guard institutions.contains(String(path.dropFirst(6))) else {
        return .standIn(.notFound, text: "Unknown institution.")
      }
      return authorize(request, .oauth, now)
    }
    if path.hasPrefix("/bib/data/") { return record(request, now) }
    return .standIn(.notFound, text: "Nothing here.")
  }

  enum Generation { case wskey, oauth }

  func client(_ wskey: String?) -> Client? { clients.first { $0.wskey == wskey } }
}
