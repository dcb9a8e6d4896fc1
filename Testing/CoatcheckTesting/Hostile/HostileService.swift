// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes
import Synchronization

/// A small authorization server that applies a ``Behaviour``.
final class HostileService: Sendable {
  let behaviour: Behaviour
  /// The client it knows, or the one that registered last.
  let known: Mutex<HostileClient>
  let clock: TestClock
  let keys: HostileKeys
  let tokens = StandInTokens()
  /// The pushed requests, by their request URIs.
  let pushed = Mutex<[String: Pushed]>([:])
  /// The backchannel requests that wait for the user.
  let waiting = Mutex<[String: Waiting]>([:])
  /// Whether an ID token was issued.
  let hasSigned = Mutex(false)
  /// The identifiers of proofs and assertions that were used.
  let replays = Mutex<Set<String>>([])

  /// Another path of the keys, for metadata that names it.
  static let movedKeys = "/keys-of-today"

  static let user = StandInUser(id: "u-alice-4f1d", username: "alice", password: Secret("unused"))

  init(_ behaviour: Behaviour, client: HostileClient, clock: TestClock) throws {
    self.behaviour = behaviour
    known = Mutex(client)
    self.clock = clock
    keys = try HostileKeys(perAlgorithm: behaviour.keysPerAlgorithm)
  }

  var client: HostileClient { known.withLock { $0 } }

  func site(at port: Int) -> HostileSite {
    HostileSite(
      issuer: "http://127.0.0.1:\(port)", elsewhere: "http://localhost:\(port)", now: clock.now,
      client: client)
  }

  func respond(to request: ServedRequest, at site: HostileSite) -> StreamingServedResponse {
    let path = request.path == Self.movedKeys ? HostileProvider.Place.keys.rawValue : request.path
    guard let place = HostileProvider.Place(rawValue: path) else {
      return .whole(.standIn(.notFound, text: "Not found."))
    }
    var answer = answer(at: place, to: request, site)
    let nonce = nonce(at: place)
    if request.head.headerFields[.dPoP] != nil, !nonce.isEmpty {
      answer.head.headerFields[.dPoPNonce] = nonce
    }
    return behaviour.wire[place]?(answer, site) ?? .whole(answer)
  }

  private func answer(
    at place: HostileProvider.Place, to request: ServedRequest, _ site: HostileSite
  ) -> ServedResponse {
    do {
      try checkAlias(place, request, site)
      switch place {
      case .discovery, .authorizationServer: return try metadata(request, site)
      case .keys: return try keySet(request)
      case .authorize: return try authorize(request, site)
      case .token: return try token(request, site)
      case .userInfo: return try userInfo(request, site)
      case .revocation: return try revoke(request, site)
      case .endSession: return try endSession(request, site)
      case .pushedAuthorization: return try push(request, site)
      case .backchannelAuthentication: return try authenticateInBackchannel(request, site)
      case .webFinger: return try webFinger(request, site)
      case .claims: return try claims(request, site)
      case .registration: return try register(request, site)
      }
    } catch let error as OAuthError {
      return refused(error, request, at: place)
    } catch {
      return .standIn(.internalServerError, text: "\(error)")
    }
  }

  /// RFC 8705 §5: a client with a certificate uses the aliases.
  private func checkAlias(
    _ place: HostileProvider.Place, _ request: ServedRequest, _ site: HostileSite
  ) throws(OAuthError) {
    guard client.showsCertificate, HostileProvider.Place.aliased.values.contains(place),
      request.head.authority.map({ site.elsewhere.hasSuffix("/" + $0) }) != true
    else { return }
    throw .refused(.invalidClient, "This endpoint requests no certificate.")
  }

  private func refused(
    _ error: OAuthError, _ request: ServedRequest, at place: HostileProvider.Place
  ) -> ServedResponse {
    guard place == .userInfo else { return ServedResponse(CodeExchange.response(error)) }
    let isBound = request.head.headerFields[.dPoP] != nil
    return isBound ? dpopChallenge(error) : ServedResponse(UserInfoExchange.response(error))
  }

  /// Changes the JSON object of a response.
  func changed(
    _ answer: (head: HTTPResponse, body: Data), by change: Behaviour.Change<JSONObject>?,
    _ site: HostileSite
  ) throws -> ServedResponse {
    guard let change else { return ServedResponse(answer) }
    var json = try JSONObject(parsing: [UInt8](answer.body))
    change(&json, site)
    return ServedResponse(head: answer.head, body: Data(json.serialized()))
  }
}

extension ServedResponse {
  init(_ answer: (head: HTTPResponse, body: Data)) {
    self.init(head: answer.head, body: answer.body)
  }
}
