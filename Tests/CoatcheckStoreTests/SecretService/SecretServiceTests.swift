// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

/// These tests use gnome-keyring itself, on a bus of its own.
@Suite(
  "Secret Service",
  .enabled(if: Desktop.isInstalled, "gnome-keyring is not installed: run make test"))
struct SecretServiceTests {
  // attack: ST-13, ST-14, ST-23
  @Test("keeps the contract of every token store", .timeLimit(.minutes(20)))
  func contract() async throws {
    try await Desktop.withKeyring { desktop, _ in
      let worker = try desktop.worker("secret-service", "contract")
      let (output, _) = try await worker.end()
      let count = TokenStoreContract.checks.count
      #expect(output.contains("contract: \(count) checks, 0 failed"), "\(output)")
    }
  }

  @Test("another client reads what was stored, and its records are read", .timeLimit(.minutes(10)))
  func foreign() async throws {
    try await Desktop.withKeyring { desktop, _ in
      let saved = try await desktop.work("secret-service", "save alice 7")
      #expect(saved == ["saved alice"])
      let account = try SampleSession.make("alice").account
      let (found, _) = try await desktop.run(
        "/usr/bin/secret-tool", ["search", "--all", "application", "coatcheck"])
      #expect(found.contains("label = Coatcheck: alice at https://op.example"), "\(found)")
      #expect(found.contains("attribute.namespace = test"))
      let (content, status) = try await desktop.run(
        "/usr/bin/secret-tool",
        [
          "lookup", "application", "coatcheck", "namespace", "test", "record",
          account.fingerprint,
        ])
      #expect(status == 0)
      #expect(content.contains(#""refresh_token":"rt-7""#), "the content is another one")

      // The other client replaces the record, and then the store replaces it: there is always one item.
      let file = "\(desktop.folder)/content"
      try content.replacingOccurrences(of: "rt-7", with: "rt-8")
        .replacingOccurrences(of: #""generation":7"#, with: #""generation":8"#)
        .write(toFile: file, atomically: true, encoding: .utf8)
      let attributes = "application coatcheck namespace test record \(account.fingerprint)"
      let (said, stored) = try await desktop.run(
        "/bin/sh", ["-c", "exec secret-tool store --label=foreign \(attributes) <\(file)"])
      #expect(stored == 0, "\(said)")
      let printed = try await desktop.work(
        "secret-service", "read alice , save alice 9 , read alice , list")
      #expect(printed == ["read alice 8", "saved alice", "read alice 9", "list alice"])
      let (all, _) = try await desktop.run(
        "/usr/bin/secret-tool", ["search", "--all", "application", "coatcheck"])
      #expect(all.components(separatedBy: "secret = ").count == 2, "there is more than one item")
    }
  }

  @Test(
    "a locked keyring has an error of its own, with or without a prompt, and keeps its items",
    .timeLimit(.minutes(10)))
  func locked() async throws {
    try await Desktop.with { desktop in
      try await desktop.withKeyring(password: "pw") { _ in
        let printed = try await desktop.work("secret-service", "save alice 3 , save bob 4")
        #expect(printed == ["saved alice", "saved bob"])
        try await desktop.lockKeyring()
        // There is no dialog on this desktop, so a prompt has no effect either.
        for kind in ["secret-service", "secret-service-unasked"] {
          let lines = try await desktop.work(
            kind, "read alice , read erin , list , save alice 5 , save carol 1 , remove bob")
          #expect(lines.count == 6)
          #expect(lines.allSatisfy { $0.hasPrefix("error store_locked:") }, "\(lines)")
        }
      }
      // A login without the password.
      try await desktop.withKeyring(password: nil) { _ in
        let lines = try await desktop.work("secret-service", "read alice , list")
        #expect(lines.allSatisfy { $0.hasPrefix("error store_locked:") }, "\(lines)")
      }
      try await desktop.withKeyring(password: "pw") { _ in
        let printed = try await desktop.work("secret-service", "read alice , read bob , list")
        #expect(printed == ["read alice 3", "read bob 4", "list alice bob"])
      }
    }
  }

  @Test("a prompt that the user does not answer ends at the deadline", .timeLimit(.minutes(10)))
  func unanswered() async throws {
    try await Desktop.withKeyring { desktop, keyring in
      _ = try await desktop.work("secret-service", "save alice 3")
      let dialogue = try desktop.worker("keyring", "own org.gnome.keyring.SystemPrompter")
      defer { dialogue.stop(SIGKILL) }
      _ = try await dialogue.line { $0.hasPrefix("owns") }
      try await desktop.lockKeyring()
      let lines = try await desktop.work(
        "secret-service-briefly", "read alice , read bob , save alice 4")
      #expect(lines.count == 3, "\(lines)")
      #expect(lines.allSatisfy { $0.hasPrefix("error store_locked:") }, "\(lines)")
      #expect(keyring.exit == nil, "the service has died: \(keyring.output)")
    }
  }

  @Test("a service that hangs is an error at the deadline", .timeLimit(.minutes(10)))
  func hanging() async throws {
    try await Desktop.withKeyring { desktop, keyring in
      _ = try await desktop.work("secret-service", "save alice 3")
      keyring.send(SIGSTOP)
      let lines = try await desktop.work("secret-service-hurried", "read alice , save alice 4")
      keyring.send(SIGCONT)
      #expect(lines.count == 2)
      #expect(
        lines.allSatisfy { $0.contains("error store_failed:") && $0.contains("within 10 s") },
        "\(lines)")
    }
  }

  @Test("without a service or a bus the error names what to start", .timeLimit(.minutes(10)))
  func missing() async throws {
    try await Desktop.with { desktop in
      var lines = try await desktop.work("secret-service", "read alice , save alice 1 , list")
      #expect(lines.count == 3)
      #expect(
        lines.allSatisfy {
          $0.hasPrefix("error store_failed:") && $0.contains("no Secret Service is running")
        }, "\(lines)")
      lines = try await desktop.work(
        "secret-service", "read alice , save alice 1", without: ["DBUS_SESSION_BUS_ADDRESS"])
      #expect(lines.count == 2)
      #expect(
        lines.allSatisfy {
          $0.hasPrefix("error store_failed:") && $0.contains("there is no session bus")
        }, "\(lines)")
    }
  }

  @Test("a program continues when the service was killed and restarted", .timeLimit(.minutes(10)))
  func restarted() async throws {
    try await Desktop.with { desktop in
      let (dead, alive) = ("\(desktop.folder)/dead", "\(desktop.folder)/alive")
      let keyring = try await desktop.startKeyring(password: "pw")
      let worker = try desktop.worker(
        "secret-service",
        "save alice 3 , await \(dead) , read alice , await \(alive) , read alice , save alice 4 , read alice"
      )
      defer { worker.stop(SIGKILL) }
      _ = try await worker.line { $0.hasPrefix("awaiting") }
      keyring.stop(SIGKILL)
      try Data().write(to: URL(filePath: dead))
      _ = try await worker.line { $0 == "awaiting \(alive)" }
      try await desktop.withKeyring(password: "pw") { _ in
        try Data().write(to: URL(filePath: alive))
        let lines = try await worker.end().output.split(separator: "\n").map(String.init)
        #expect(lines.count == 7)
        #expect(lines.dropFirst(2).first?.hasPrefix("error store_failed:") == true, "\(lines)")
        #expect(lines.suffix(3) == ["read alice 3", "saved alice", "read alice 4"])
      }
    }
  }

  @Test("a program continues when its bus has ended", .timeLimit(.minutes(10)))
  func busGone() async throws {
    try await Desktop.withKeyring { desktop, _ in
      let gone = "\(desktop.folder)/gone"
      let worker = try desktop.worker(
        "secret-service", "save alice 3 , await \(gone) , read alice , list")
      defer { worker.stop(SIGKILL) }
      _ = try await worker.line { $0.hasPrefix("awaiting") }
      desktop.stopBus()
      try Data().write(to: URL(filePath: gone))
      let (output, status) = try await worker.end()
      let lines = output.split(separator: "\n")
      #expect(status == 0)
      #expect(lines.count == 4)
      #expect(lines.suffix(2).allSatisfy { $0.hasPrefix("error store_failed:") }, "\(lines)")
    }
  }

  @Test("two concurrent programs lose no update, and leave no file open", .timeLimit(.minutes(10)))
  func twoPrograms() async throws {
    try await Desktop.withKeyring { desktop, _ in
      let workers = try (0..<2).map { _ in
        try desktop.worker("secret-service", "count alice 40")
      }
      for worker in workers {
        let (output, status) = try await worker.end()
        #expect(status == 0 && output.contains("counted"), "\(output)")
      }
      let lines = try await desktop.work("secret-service", "read alice , time alice 200")
      #expect(lines.first == "read alice 80")
      let numbers = (lines.last ?? "").split { !$0.isNumber }.compactMap { Int($0) }
      #expect(numbers.count == 3, "\(lines)")
      if numbers.count == 3 { #expect(numbers[2] <= numbers[1] + 1, "\(lines)") }
    }
  }
}
