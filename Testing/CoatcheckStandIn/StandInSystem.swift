// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomoTesting
import CoatcheckIDaaSTesting
import CoatcheckKiiTesting
import CoatcheckNXOAuth2ClientTesting
import CoatcheckOCLCTesting
import CoatcheckWeiboTesting
import ArgumentParser
import CoatcheckOAuth
import CoatcheckServer
import CoatcheckTesting
import Foundation

/// The services that the program can stand in for.
enum StandInSystem: String, CaseIterable, ExpressibleByArgument {
  case docomo, kii, oclc, nx, weibo, idaas

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Serves requests until a signal arrives.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any free one.
  ///   - lifetime: The lifetime of access tokens in seconds; nil for that of the real service.
  ///   - signals: The signals that end the server.
  /// - Throws: When the port is taken.
  func serve(on port: Int, lifetime: Int?, until signals: EndingSignals) async throws {
    switch self {
    case .docomo:
      var rules = DocomoRules()
      if let lifetime { rules.lifetime = lifetime }
      let photos = DocomoPhotos()
      photos.add(
        DocomoPhoto(
          guid: "1", name: "sea.jpg", bytes: Data([0xFF, 0xD8, 0xFF, 0xD9]),
          at: Date(timeIntervalSince1970: 1_700_000_000)))
      let service = DocomoService(users: Self.users, rules: rules, photos: photos)
      try await serve(
        service, on: port, knowing: [Self.client("app"), "pictures of alice: 1"], until: signals)
    case .kii:
      let service = KiiService(users: Self.users, lifetime: lifetime ?? 3600)
      try await serve(
        service, on: port, knowing: ["app: \(service.appID), key: \(service.appKey)"],
        until: signals)
    case .oclc:
      let service = OCLCService(users: Self.users, accessLifetime: lifetime ?? 1199)
      try await serve(
        service, on: port, knowing: [Self.client("app"), "institutions: 128807, 91475, 60000"],
        until: signals)
    case .nx:
      var manner = NXBehaviour()
      if let lifetime { manner.lifetime = TimeInterval(lifetime) }
      let service = NXService(users: Self.users, manner: manner)
      try await serve(
        service, on: port, knowing: [Self.client("app"), "client: public, without a secret"],
        until: signals)
    case .weibo:
      let service = WeiboService(users: Self.users, lifetime: lifetime)
      let uids = Self.users.map { "uid of \($0.username): \(service.uid(of: $0))" }
      try await serve(
        service, on: port,
        knowing: ["app key: \(service.appKey), secret: \(service.appSecret)"] + uids,
        until: signals)
    case .idaas:
      let server = try await IDaaSTestServer.standIn(
        on: port, users: Self.users, lifetime: lifetime)
      announce(["client: app", "Weibo: \(server.weibo.url)"], at: server.origin)
      await signals.first()
      await server.stop()
    }
  }

  private static let users = [StandInUser.alice, .bob]

  private static func client(_ id: String) -> String { "client: \(id), secret: app secret" }

  private func serve(
    _ service: some StandInService, on port: Int, knowing facts: [String],
    until signals: EndingSignals
  ) async throws {
    let standIn = try await StandIn.start(service, port: port, clock: .running())
    announce(facts, at: standIn.url)
    await signals.first()
    await standIn.stop()
  }

  private func announce(_ facts: [String], at url: String) {
    for fact in facts { Standard.output(fact) }
    for user in Self.users {
      Standard.output("user: \(user.username), password: \(user.password.reveal())")
    }
    // The last line, for programs that wait for it.
    Standard.output("listening on \(url)")
  }
}
