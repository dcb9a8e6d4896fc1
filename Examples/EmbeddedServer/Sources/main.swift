// SPDX-License-Identifier: Apache-2.0

// An identity server inside a program: `EmbeddedServer FOLDER [PORT]`. It prints its issuer and runs until SIGTERM or SIGINT.
import CoatcheckServer
import CoatcheckStorage
import Foundation
import Logging

/// Serves one client and one user from a SQLite file in `folder`, which must exist.
@Sendable
func serve(from folder: String, on port: Int) async throws {
  let environment = RuntimeEnvironment.live
  let logger = Logger(
    label: "embedded-server", factory: { StreamLogHandler.standardError(label: $0) })
  let store = try await SQLiteStore(path: folder + "/identity.sqlite")

  // The master key stands in a file of its own. It seals the signing keys in the store.
  let master = try KeyFile(path: folder + "/identity.key").load(
    sealed: await store.keySet() == nil ? .nothing : .something, environment: environment)
  let sealer = Sealer(master: master, environment: environment)
  let keys = SigningKeys(store: store, sealer: sealer)
  try await keys.start()

  let passwords = PasswordHasher(random: environment.random)
  try await store.save(
    RegisteredClient(
      id: "app", name: "Example App", redirectURIs: ["http://127.0.0.1/callback"],
      authenticationMethod: "none", grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["openid", "profile", "offline_access"]))
  _ = try await store.save(
    User(
      id: "u-alice", name: UserName("alice"),
      passwordHash: passwords.hash(Password("correct horse battery staple")),
      claims: ["name": "Alice Example"]))

  let listener = HTTPListener(host: "127.0.0.1", port: port, logger: logger)
  try await listener.run(
    until: .onSignals, listening: announce,
    responder: { port in
      let server = try IdentityServer(
        settings: IssuerSettings(issuer: Issuer("http://127.0.0.1:\(port)")), store: store,
        users: store, passwords: passwords, keys: keys, sealer: sealer, environment: environment,
        logger: logger)
      return server.respond
    })
  try await store.close()
}

/// Prints the issuer. A pipe would keep `print` back.
@Sendable
func announce(_ port: Int) {
  FileHandle.standardOutput.write(Data("http://127.0.0.1:\(port)\n".utf8))
}

let arguments = CommandLine.arguments.dropFirst()
try await serve(
  from: arguments.first ?? ".", on: arguments.dropFirst().first.flatMap { Int($0) } ?? 0)
