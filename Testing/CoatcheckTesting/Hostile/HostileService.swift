// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes
import Synchronization

/// A small whole provider, with a knob at each point.
final class HostileService: Sendable {
  let behaviour: Behaviour
  /// The client it knows; the one that registered last, when one did.
  let known: Mutex<HostileClient>
  let clock: TestClock
  let keys: HostileKeys
  let tokens = StandInTokens()
  /// The requests that were left here, by their names.
  let pushed = Mutex<[String: Pushed]>([:])
  /// The backchannel requests that wait for the person.
  let waiting = Mutex<[String: Waiting]>([:])
  /// Whether there was an ID token yet.
  let hasSigned = Mutex(false)
  /// What may come once, and came.
  let replays = Mutex<Set<String>>([])

  /// Another place of the keys, for metadata that says so.
  static let movedKeys = "/keys-of-today"

  static let person = StandInUser(
    id: "u-alice-4f1d", username: "alice", password: Secret("unused"))

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
      return .whole(.standIn(.notFound, text: "Nothing is here."))
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
      case .backchannelAuthentication: return try askInBackchannel(request, site)
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

  /// RFC 8705 §5: the endpoints which ask for a certificate are others than those that do not.
  private func checkAlias(
    _ place: HostileProvider.Place, _ request: ServedRequest, _ site: HostileSite
  ) throws(OAuthError) {
    guard client.showsCertificate, HostileProvider.Place.aliased.values.contains(place),
      request.head.authority.map({ site.elsewhere.hasSuffix("/" + $0) }) != true
    else { return }
    throw .refused(.invalidClient, "No certificate is asked for here.")
  }

  private func refused(
    _ error: OAuthError, _ request: ServedRequest, at place: HostileProvider.Place
  ) -> ServedResponse {
    guard place == .userInfo else { return ServedResponse(CodeExchange.response(error)) }
    let isBound = request.head.headerFields[.dPoP] != nil
    return isBound ? dpopChallenge(error) : ServedResponse(UserInfoExchange.response(error))
  }

  /// Changes the JSON object of an answer.
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
