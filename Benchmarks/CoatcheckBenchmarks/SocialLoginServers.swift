// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import CoatcheckStorage
import CoatcheckTesting
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import Foundation
import Logging

/// The two programs that ``SocialLoginBenchmark`` starts, each as a process of its own.
///
/// Each prints the values that the other processes need, one a line and an empty line at the end, and runs
/// until it is stopped.
enum SocialLoginServers {
  /// Weibo with users who have all approved the app. It prints its address, and then a uid and a token on
  /// each line.
  static func weibo(users count: Int) async throws {
    let users = (0..<count).map { number in
      StandInUser(id: uid(number), username: "user-\(number)", password: Secret("p"))
    }
    let weibo = try await StandIn.start(WeiboService(users: users), clock: .running())
    announce(
      [weibo.url]
        + users.map { "\(weibo.service.uid(of: $0)) \(weibo.token(for: $0).accessToken)" })
    try await Task.sleep(for: .seconds(86_400))
  }

  /// The server of the IDaaS interface on SQLite, at which all these users are linked. It prints its
  /// address.
  static func idaas(
    database: String, weibo: String, users count: Int, signing: IDTokenAlgorithm
  ) async throws {
    let environment = CoatcheckOAuth.RuntimeEnvironment.live
    let store = try await SQLiteStore(path: database)
    let service = WeiboService()
    try await link(count, to: service.appKey, in: store, at: environment.now())
    guard let master = MasterKey(bytes: environment.random(MasterKey.byteCount)) else {
      throw Failure(text: "no master key")
    }
    let sealer = Sealer(master: master, environment: environment)
    let keys = SigningKeys(store: store, sealer: sealer)
    try await keys.start()
    var logger = Logger(label: "idaas") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .info
    let (audit, appKey, appSecret) = (logger, service.appKey, service.appSecret)
    let listener = HTTPListener(host: "127.0.0.1", port: 0, logger: logger)
    try await listener.run(
      until: .onSignals, listening: { announce(["http://127.0.0.1:\($0)"]) },
      responder: { port in
        let application = TenantApplication(
          id: "app", name: "Demo", redirectURIs: ["https://app.example/callback"],
          weibo: WeiboSource(appKey: appKey, appSecret: Secret(appSecret), base: weibo))
        var settings = IDaaSSettings(origin: "http://127.0.0.1:\(port)")
        settings.idTokenAlgorithm = signing
        let server = IDaaSServer(
          settings: settings,
          tenant: FixedTenant(applications: [application], areaCodes: .usual), store: store,
          passwords: PasswordHasher(random: environment.random), keys: keys, sealer: sealer,
          transport: Transports.system, messages: Outbox(), environment: environment,
          logger: audit)
        return { await server.respond(to: $0) }
      })
    try await store.close()
  }

  private static func link(
    _ count: Int, to app: String, in store: SQLiteStore, at now: Date
  ) async throws {
    for number in 0..<count {
      let user = User(id: "user-\(number)", name: try UserName("user-\(number)"))
      let identity = SocialIdentity(provider: "weibo", app: app, subject: uid(number))
      _ = try await store.adopt(
        SocialLink(
          id: "link-\(number)", identity: identity, userID: user.id, nickname: "user",
          createdAt: now, lastUsedAt: now), as: user)
      _ = try await store.prove(
        .phone("+861380000\(String(10_000 + number).suffix(4))"), of: user.id, at: now)
    }
  }

  private static func uid(_ number: Int) -> String { "\(1_404_376_560 + number)" }

  private static func announce(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined() + "\n"
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}
