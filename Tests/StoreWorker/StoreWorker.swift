// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import CoatcheckStoreTesting
import Foundation

/// `StoreWorker KIND NAMESPACE COMMAND…`: uses a store and prints one line for each command, for tests that
/// need a program in another environment or several programs.
@main
struct StoreWorker {
  static func main() async {
    var words = CommandLine.arguments.dropFirst()
    guard let kind = words.popFirst().flatMap(WorkerStore.init), let namespace = words.popFirst()
    else { return say("usage: StoreWorker KIND NAMESPACE COMMAND…") }
    let store = kind.open(namespace)
    for command in words.split(separator: ",") {
      do {
        try await run(Array(command), store, kind, namespace)
      } catch let error as OAuthError {
        say("error \(error.code.rawValue): \(error.reason)")
      } catch {
        say("error \(error)")
      }
    }
  }

  private static func run(
    _ command: [String], _ store: any TokenStore, _ kind: WorkerStore, _ namespace: String
  ) async throws {
    switch (command.first, command.dropFirst().first ?? "") {
    case ("save", let name):
      try await store.save(SampleSession.make(name, generation: Int(command[2]) ?? 1))
      say("saved \(name)")
    case ("read", let name):
      let session = try await store.session(SampleSession.make(name).account)
      say("read \(name) \(session.map { "\($0.generation)" } ?? "none")")
    case ("list", _):
      say("list \(try await store.sessions().map(\.name).joined(separator: " "))")
    case ("remove", let name):
      try await store.remove(SampleSession.make(name).account)
      say("removed \(name)")
    case ("count", let name):
      try await count(Int(command[2]) ?? 1, name, store)
      say("counted")
    case ("await", let file):
      say("awaiting \(file)")
      while !FileManager.default.fileExists(atPath: file) {
        try await Task.sleep(for: .milliseconds(10))
      }
    case ("contract", _): await contract(kind, namespace)
    case ("time", let name): try await time(Int(command[2]) ?? 1, name, store)
    case ("own", let name): try OwnedName.take(name)
    default: say("unknown command \(command)")
    }
  }

  /// Increases the generation this number of times. Each time it is read first under the lock.
  private static func count(_ rounds: Int, _ name: String, _ store: any TokenStore) async throws {
    let account = try SampleSession.make(name).account
    for _ in 0..<rounds {
      try await store.withExclusiveAccess(to: account) {
        let generation = try await store.session(account)?.generation ?? 0
        try await store.save(SampleSession.make(name, generation: generation + 1))
      }
    }
  }

  private static func contract(_ kind: WorkerStore, _ namespace: String) async {
    var failures = 0
    for (number, check) in TokenStoreContract.checks.enumerated() {
      do {
        // A keyring rewrites its whole file with each change, which is slow on a busy disk.
        let site = TokenStoreContract.Site(patience: .seconds(900)) {
          kind.open("\(namespace)-\(number)")
        }
        try await check.run(in: site)
      } catch {
        failures += 1
        say("failed: \(check.name): \(error)")
      }
    }
    say("contract: \(TokenStoreContract.checks.count) checks, \(failures) failed")
  }

  /// Reads the session this number of times, and counts the open files before and after.
  private static func time(_ rounds: Int, _ name: String, _ store: any TokenStore) async throws {
    let account = try SampleSession.make(name).account
    _ = try await store.session(account)
    let files = openFiles()
    let clock = ContinuousClock()
    let took = try await clock.measure {
      for _ in 0..<rounds { _ = try await store.session(account) }
    }
    // GLib closes the connection of a read on a thread of its own, which may be late.
    for _ in 0..<3_000 where openFiles().count > files.count {
      try await Task.sleep(for: .milliseconds(10))
    }
    let then = openFiles()
    if then.count > files.count { say("opened \(then.filter { !files.contains($0) })") }
    let microseconds = took / rounds / .microseconds(1)
    say("time \(Int(microseconds)) us, files \(files.count) then \(then.count)")
  }

  /// The open files of this process, such as `socket:[4711]`.
  private static func openFiles() -> [String] {
    let folder = "/proc/self/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return numbers.map {
      // The one of the listing itself is closed by now.
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) ?? "\($0)"
    }
  }
}

/// Prints a line without buffering.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
