// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckProxy
import Foundation

/// `coatcheck proxy --to URL`.
struct ProxyCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "proxy",
    abstract: "Let other programs call an API as an account, without its token.",
    discussion: """
      Listens on a Unix socket that only you can open, and passes requests on to one API with the access token of \
      the account, which is refreshed as needed. With --port it listens on 127.0.0.1, where other users of this \
      machine come too: a request then needs the secret in the file that is printed, as its bearer token.

      The path of a request is appended to that of the API. Requests from web pages, for other hosts, and with .. in \
      their path are refused. Redirects are returned. Cookies and the Authorization field of a request are not passed on.

      It ends with Ctrl-C.
      """)

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The API: https, or http to this machine itself.", valueName: "url"))
  var address: String

  @Option(help: "The account; needed only if there are several.", completion: .accounts)
  var account: String?

  @Option(
    help: ArgumentHelp(
      "The path of the socket, in place of one in the folder of your session.", valueName: "path"))
  var socket: String?

  @Option(help: "Listen on this port of 127.0.0.1 in place of a socket; 0 for any free one.")
  var port: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard socket == nil || port == nil else {
      throw ValidationError("proxy takes either --socket or --port")
    }
    guard (0...65_535).contains(port ?? 0) else {
      throw ValidationError("--port is a number from 0 to 65535")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let service = try ProxiedService(Endpoint(address))
    let stored = try await context.session(named: account)
    do {
      try await context.signedIn(stored) { session in
        // If the session has ended, the command fails now, and not with each request.
        _ = try await session.accessToken()
        let log: @Sendable (String) -> Void = { context.terminal.note($0) }
        let proxied = ProxiedSession(session) {
          try await context.store.session(stored.account).map {
            Session(
              $0, store: context.store, transport: context.transport,
              environment: context.environment)
          }
        }
        let listen = port == nil ? listenOnSocket : listenOnPort
        try await listen(context, service) { admission in
          ProxyExchange(admission, service, proxied, signIn: stored.signInCommand, log: log)
        }
      }
    } catch  where Task.isCancelled {
      // Ctrl-C is how it ends: nothing failed.
    }
    return .interrupted
  }

  private typealias Exchange = @Sendable (ProxyAdmission) -> ProxyExchange

  /// Another user of this machine cannot open the socket.
  private func listenOnSocket(
    _ context: CommandContext, _ service: ProxiedService, _ exchange: Exchange
  ) async throws {
    let path = try ProxySocket.path(socket, for: service.endpoint.authority)
    let listener = try await ProxyListener.bind(path: path, environment: context.environment)
    let number = ProxySocket.number(at: path)
    defer { ProxySocket.remove(path, number: number) }
    try context.terminal.answer(path, json: ["socket": .string(path)], as: output)
    let admission = ProxyAdmission(hosts: ["localhost", service.endpoint.authority], secret: nil)
    try await listener.run(exchange(admission))
  }

  /// Other users of this machine can connect to the port, and do not have the secret.
  private func listenOnPort(
    _ context: CommandContext, _ service: ProxiedService, _ exchange: Exchange
  ) async throws {
    let listener = try await ProxyListener.bind(port: port ?? 0)
    let number = listener.port ?? 0
    let secret = context.environment.token()
    let file = try SecretFile(secret, named: "\(number)-\(getpid())")
    defer { file.remove() }
    let place = "http://127.0.0.1:\(number)"
    try context.terminal.answer(
      "\(place) \(file.path)",
      json: ["address": .string(place), "secret_file": .string(file.path)], as: output)
    let admission = ProxyAdmission(
      hosts: ["127.0.0.1:\(number)", "localhost:\(number)"], secret: Secret(secret))
    try await listener.run(exchange(admission))
  }
}
