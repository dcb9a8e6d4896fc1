// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
public import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes
import Synchronization

/// OCLC's two generations of endpoints, and one of its services.
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
/// It computes signatures with code of its own, and refuses times that are five minutes off, nonces that come
/// twice, and token requests with a body.
public final class OCLCService: StandInService {
  /// A user who may ask: a WSKey.
  public struct Client: Sendable {
    /// The key.
    public let wskey: String
    /// Its secret.
    public let secret: Secret
    /// Where its answers may go, besides addresses of this machine.
    public let redirectURIs: [String]

    /// A client.
    public init(
      wskey: String = "app", secret: Secret = Secret("app secret"),
      redirectURIs: [String] = ["oclcApp://user_agent_flow"]
    ) {
      self.wskey = wskey
      self.secret = secret
      self.redirectURIs = redirectURIs
    }
  }

  /// How token replies say when a token ends.
  public enum Times: Sendable {
    /// By a number of seconds and by a date.
    case both
    /// By a date only.
    case absolute
  }

  /// Who can refresh.
  public enum Refreshes: Sendable {
    /// Only clients that sign, as the document of 2014 has it.
    case signed
    /// Clients that sign, and mobile clients, which only name themselves, as later documents have it.
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

  /// The service.
  ///
  /// - Parameters:
  ///   - users: Who can sign in.
  ///   - clients: Who may ask.
  ///   - institutions: The registry ids that are known.
  ///   - accessLifetime: How long access tokens last, in seconds.
  ///   - refreshLifetime: How long refresh tokens last, in seconds. They are not replaced by a refresh.
  ///   - times: How replies say when a token ends.
  ///   - refreshes: Who can refresh at the older endpoints.
  ///   - errors: The form of errors at the token endpoint.
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

  /// The form of errors at the token endpoint. It can be changed while the service runs.
  public var errors: OCLCErrorForm {
    get { form.withLock { $0 } }
    set { form.withLock { $0 = newValue } }
  }

  /// Ends all access tokens, and the refresh tokens as well if asked: what an administrator does.
  public func revokeAll(refreshToo: Bool = false) { tokens.revokeAll(refreshToo: refreshToo) }

  /// Answers a request.
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
