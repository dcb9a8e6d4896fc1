// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaS
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import Coatcheck
import CoatcheckAccounts
import CoatcheckIDaaSServer
import CoatcheckTesting
import Foundation

/// The service of the demo, with two applications: at `app` newcomers become users, at `desk` they have to be
/// users already.
struct Service {
  let server: IDaaSTestServer

  static func start() async throws -> Service {
    let server = try await IDaaSTestServer.start(
      clock: .running(), weibo: WeiboService(users: [.alice, .bob, carol]),
      tenant: { app in
        var desk = app
        desk.id = "desk"
        desk.name = "The desk"
        desk.unassociated = .bind
        return FixedTenant(applications: [app, desk], areaCodes: .usual)
      })
    let known = try User(id: "u-carol", name: UserName("carol"))
    _ = try await server.store.save(known)
    _ = try await server.store.prove(.phone(carolsNumber), of: known.id, at: server.clock.now)
    return Service(server: server)
  }

  /// A user who exists before the demo begins, and is known by phone number.
  static let carol = StandInUser(
    id: "u-carol", username: "carol", password: Secret("looking glass"))
  static let carolsNumber = "+8613700000000"

  /// An installation of an application.
  func installation(of application: String) throws -> IDaaS {
    var configuration = try IDaaSConfiguration(domain: server.origin, clientID: application)
    configuration.language = "en"
    return try IDaaS(
      configuration, store: MemoryTokenStore(),
      transport: NarratingTransport(wire: Transports.system))
  }

  /// The digits that were sent to a number.
  func code(sentTo number: String) throws -> Secret {
    guard let message = server.outbox.last(to: .phone(number)) else {
      throw OAuthError.misused("outbox", "No code was sent to \(number).")
    }
    Narrator.tell("the outbox has a message: \(message.type.rawValue), six digits")
    return Secret(message.code)
  }
}
