// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import CoatcheckIDaaSServer
import Foundation

/// Measures the performance that the project documents. Build it with `-c release`: a debug build is too
/// slow to measure.
///
/// ```
/// CoatcheckBenchmarks                            cached token, ID token check and signed requests
/// CoatcheckBenchmarks verification               token verification, ID token check and a key set alone
/// CoatcheckBenchmarks signing                    signed requests alone
/// CoatcheckBenchmarks daemon PROGRAM SECONDS [DATABASE]      cold start, memory, tokens per CPU-second
/// CoatcheckBenchmarks endpoints PROGRAM SECONDS [DATABASE]   requests per CPU-second
/// CoatcheckBenchmarks compare PROGRAM OTHER SECONDS          the same of two programs in turns, on SQLite
/// CoatcheckBenchmarks nodes PROGRAM SECONDS DATABASE         the same of one server and of two on one database, in turns
/// CoatcheckBenchmarks refresh PROGRAM SECONDS DATABASE KEY   refreshes alone, with the file of the master key
/// CoatcheckBenchmarks website PROGRAM SECONDS SESSIONS       a page that needs a user, beside one that does not
/// CoatcheckBenchmarks passwords [TRIALS]         time of a refusal with a known and an unknown name
/// CoatcheckBenchmarks comparison                 whether the time of a comparison tells where secrets differ
/// CoatcheckBenchmarks idaas [SECONDS]            social logins per CPU-second, captcha pictures, ID token check
/// CoatcheckBenchmarks idaas-login [SECONDS]      social logins alone
/// CoatcheckBenchmarks idaas-token                ID token check alone
/// CoatcheckBenchmarks start-up HELLO PROGRAM     whole processes, without hyperfine
/// CoatcheckBenchmarks processes LABEL COMMAND …  whole processes beside each other
/// CoatcheckBenchmarks store FOLDER [OTHERS]      writes the sessions that start-up.sh reads
/// CoatcheckBenchmarks scale FILE ACCOUNTS        fills an SQLite store
/// CoatcheckBenchmarks scale FILE                 measures it
/// ```
@main
struct Benchmarks {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("benchmarks: error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    let variables = ProcessInfo.processInfo.environment
    let rounds = variables["ROUNDS"].flatMap(Int.init) ?? 15
    switch arguments.first {
    case nil:
      try await CachedTokenBenchmark.run(rounds: rounds, peer: variables["GO_CACHED_TOKEN"])
      try TokenCheckBenchmark.run(rounds: rounds)
      try await SigningBenchmark.run(rounds: rounds)
    case "verification" where arguments.count == 1:
      try TokenCheckBenchmark.run(rounds: rounds)
    case "signing" where arguments.count == 1:
      try await SigningBenchmark.run(rounds: rounds)
    case "store" where (2...3).contains(arguments.count):
      let others = arguments.count == 3 ? Int(arguments[2]) : 0
      guard let others else { throw Failure(text: "the accounts are no number") }
      try await SampleSession.write(to: arguments[1], others: others)
    case "sealed-store" where arguments.count == 2:
      try await SampleSession.seal(in: arguments[1])
    case "scale" where arguments.count == 3:
      guard let accounts = Int(arguments[2]) else {
        throw Failure(text: "the accounts are no number")
      }
      try await ScaleBenchmark(path: arguments[1]).fill(accounts)
    case "scale" where arguments.count == 2:
      try await ScaleBenchmark(path: arguments[1]).measure(operations: rounds * 200)
    case "processes" where arguments.count >= 3 && !arguments.count.isMultiple(of: 2):
      try ProcessBenchmark.run(Array(arguments.dropFirst()), rounds: rounds * 10)
    case "start-up" where arguments.count == 3:
      try StartUpBenchmark.run(hello: arguments[1], coatcheck: arguments[2], rounds: rounds * 10)
    case "daemon" where (3...4).contains(arguments.count):
      try await DaemonBenchmark.run(
        program: arguments[1], starts: rounds, seconds: Self.seconds(arguments[2]),
        database: arguments.count == 4 ? arguments[3] : nil)
    case "endpoints" where (3...4).contains(arguments.count):
      try await EndpointBenchmark.run(
        program: arguments[1], seconds: Self.seconds(arguments[2]),
        database: arguments.count == 4 ? arguments[3] : nil)
    case "compare" where arguments.count == 4:
      try await EndpointBenchmark.compare(
        arguments[1], to: arguments[2], rounds: rounds, seconds: Self.seconds(arguments[3]))
    case "nodes" where arguments.count == 4:
      try await EndpointBenchmark.nodes(
        arguments[1], on: arguments[3], rounds: rounds, seconds: Self.seconds(arguments[2]))
    case "refresh" where arguments.count == 5:
      try await EndpointBenchmark.run(
        program: arguments[1], seconds: Self.seconds(arguments[2]), database: arguments[3],
        key: arguments[4])
    case "website" where arguments.count == 4:
      try await WebPageBenchmark.run(
        program: arguments[1], seconds: Self.seconds(arguments[2]), sessions: Int(arguments[3]) ?? 0
      )
    case "idaas", "idaas-login":
      guard arguments.count <= 2 else { throw Failure(text: "too many words") }
      let seconds = arguments.count == 2 ? try Self.seconds(arguments[1]) : 5
      if arguments[0] == "idaas" {
        try CaptchaBenchmark.run(rounds: rounds)
        try await SocialTokenBenchmark.run(rounds: rounds)
      }
      for algorithm in IDTokenAlgorithm.allCases {
        try await SocialLoginBenchmark.run(
          program: CommandLine.arguments[0], signing: algorithm,
          rounds: variables["ROUNDS"].flatMap(Int.init) ?? 3, seconds: seconds)
      }
    case "passwords" where arguments.count <= 2:
      let trials = arguments.count == 2 ? Int(arguments[1]) : 500
      guard let trials, trials > 0 else { throw Failure(text: "the trials are no number") }
      try await PasswordBenchmark.run(trials: trials)
    case "comparison" where arguments.count == 1:
      ComparisonBenchmark.run(samples: 100_000)
    case "idaas-token" where arguments.count == 1:
      try await SocialTokenBenchmark.run(rounds: rounds)
    case "idaas-weibo" where arguments.count == 2:
      try await SocialLoginServers.weibo(users: Int(arguments[1]) ?? 0)
    case "idaas-server" where arguments.count == 5:
      try await SocialLoginServers.idaas(
        database: arguments[1], weibo: arguments[2], users: Int(arguments[3]) ?? 0,
        signing: IDTokenAlgorithm(rawValue: arguments[4]) ?? .rs256)
    default:
      throw Failure(
        text:
          "usage: CoatcheckBenchmarks [verification|signing|daemon|endpoints|compare|nodes|refresh|website|passwords|comparison|idaas|start-up|processes|store|scale …]"
      )
    }
  }

  private static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds > 0 else {
      throw Failure(text: "the seconds are no number")
    }
    return seconds
  }
}
