// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckOAuth
import Foundation

/// Sign-ins of linked users: the server checks the token at Weibo, writes the session to the disk (SQLite,
/// `synchronous=FULL`), and signs an ID token.
///
/// Server, Weibo and callers are three processes; only the processor time of the server is measured.
struct SocialLoginBenchmark {
  static let users = 2_000

  let origin: Endpoint
  let users: [(uid: String, token: String)]
  let transport: any HTTPTransport

  /// - Parameter program: The path of this program, which also runs as the server and as Weibo.
  static func run(
    program: String, signing algorithm: IDTokenAlgorithm, rounds: Int, seconds: Double
  ) async throws {
    let folder = NSTemporaryDirectory() + "/coatcheck-idaas-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let weibo = try Announcing([program, "idaas-weibo", "\(users)"])
    defer { weibo.child.stop() }
    let server = try Announcing(
      [
        program, "idaas-server", folder + "/idaas.sqlite", weibo.lines[0], "\(users)",
        algorithm.rawValue,
      ])
    defer { server.child.stop() }
    let users = weibo.lines.dropFirst().map { line in
      let words = line.split(separator: " ")
      return (uid: String(words[0]), token: String(words[1]))
    }
    let benchmark = SocialLoginBenchmark(
      origin: try Endpoint(server.lines[0]), users: users, transport: Transports.system)
    // The first calls open connections, prepare statements and load keys.
    _ = try await benchmark.load(until: wallTime() + 1)
    var perLogin = Measurement("processor time of the server per login")
    let yardstick = try SignatureYardstick()
    print(
      "social login of a linked user, \(algorithm.rawValue) (\(rounds) rounds of \(seconds) s, 32 callers)"
    )
    for _ in 0..<rounds {
      let before = try server.child.processorTime()
      let written = try server.child.bytesWritten()
      let begin = wallTime()
      let (count, signature) = try await yardstick.time {
        try await benchmark.load(until: begin + seconds)
      }
      let spent = try server.child.processorTime() - before
      perLogin.add(spent / Double(count) * 1e9)
      print(
        String(
          format:
            "  %d logins, %.0f per second of the clock, %.0f per CPU-second; %.1f KiB written each; "
            + "raw signature %.2f ms, a login is %.2f of them",
          count, Double(count) / (wallTime() - begin), Double(count) / spent,
          (try server.child.bytesWritten() - written) / Double(count) / 1024, signature * 1e3,
          spent / Double(count) / signature))
    }
    print(
      String(
        format: "  per CPU-second: %.0f by best, %.0f by median (wanted: at least %d)",
        1e9 / perLogin.best, 1e9 / perLogin.median, algorithm == .rs256 ? 500 : 1_000))
    print(String(format: "  resident memory: %.1f MiB", try server.child.residentMemory()))
  }

  /// Runs 32 callers, each with one login at a time, and each login with another user.
  private func load(until end: Double) async throws -> Int {
    let share = users.count / 32
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for caller in 0..<32 {
        group.addTask {
          var count = 0
          while wallTime() < end {
            let user = users[caller * share + count % share]
            let reply = try await transport.perform(
              IDaaSExchange(
                WeiboLogin(.token(Secret(user.token), uid: user.uid)), at: origin,
                by: IDaaSCaller(
                  clientID: "app", system: "iOS 18.0", device: "device-\(caller)",
                  agent: "benchmark/1.0")),
              environment: .live)
            guard case .tokens = reply else { throw Failure(text: "no user was signed in") }
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
  }
}

/// A child process that announces its values on standard output, one a line and an empty line at the end.
private struct Announcing {
  let child: Child
  let lines: [String]

  init(_ command: [String]) throws {
    let pipe = Pipe()
    child = try Child(command, output: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    var text = Data()
    while text.suffix(2) != Data("\n\n".utf8) {
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else {
        child.stop()
        throw Failure(text: "\(command[1]) ended without saying where it is")
      }
      text += more
    }
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
