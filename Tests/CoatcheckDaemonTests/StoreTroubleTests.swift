// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("coatcheckd when its database cannot be written", .timeLimit(.minutes(10)))
  struct StoreTroubleTests {
    /// Checks that nothing is issued while nothing can be written, and that requests without a write still
    /// succeed.
    private static func isRefusing(_ visitor: Visitor, _ token: String) async throws {
      let refused = try await visitor.refresh(token)
      #expect(refused.status == 503)
      #expect(refused["error"] == "temporarily_unavailable")
      #expect(refused["access_token"] == nil && refused["refresh_token"] == nil)
      #expect(refused.fields[.retryAfter] != nil)
      #expect(try await visitor.get("/readyz").status == 503)
      #expect(try await visitor.get("/livez").status == 200)
      #expect(try await visitor.get("/jwks").status == 200)
      #expect(try await visitor.get("/.well-known/openid-configuration").status == 200)
    }

    /// Kills a daemon, starts another one on its files, and uses the newest token of each family.
    private static func isKept(
      _ tokens: [String], by daemon: Daemon, in folder: Folder, at place: String = ""
    ) async throws {
      daemon.child.crash()
      let again = try await Daemon(in: folder, at: place, seed: Visitor.clients)
      defer { again.stop() }
      let visitor = Visitor(again.origin)
      for token in tokens { #expect(try await visitor.refresh(token).status == 200) }
      again.child.stop()
    }

    // attack: ST-06
    @Test(
      "on a full disk it answers 503, gives out nothing that is not stored, and goes on when there is room",
      .enabled(if: SmallDisk.isPossible, "small disks cannot be mounted"))
    func full() async throws {
      let folder = try Folder()
      try await SmallDisk.with(at: folder.path + "/disk") { disk in
        try SmallDisk.remount(disk, "size=4m")
        let daemon = try await Daemon(in: folder, at: "/disk", seed: Visitor.clients)
        defer { daemon.stop() }
        let visitor = try await Visitor.signedIn(at: daemon, in: disk)
        var tokens: [String] = []
        for _ in 0..<3 { tokens.append(try await visitor.refreshToken()) }
        try folder.write("disk/filler", [])
        let file = try FileHandle(forWritingTo: URL(filePath: disk + "/filler"))
        for _ in 0..<2048 { try? file.write(contentsOf: Data(count: 4096)) }
        try file.close()
        // Free pages inside the files of the database may still be used.
        var refusals = 0
        for round in 0..<3000 where refusals < 3 {
          let reply = try await visitor.refresh(tokens[round % 3])
          if reply.status == 200 {
            tokens[round % 3] = try #require(reply["refresh_token"])
          } else {
            #expect(reply.status == 503)
            refusals += 1
          }
        }
        #expect(refusals == 3)
        try await Self.isRefusing(visitor, tokens[0])
        #expect(daemon.child.exit == nil)
        try FileManager.default.removeItem(atPath: disk + "/filler")
        for n in 0..<3 {
          let reply = try await visitor.refresh(tokens[n])
          #expect(reply.status == 200)
          tokens[n] = reply["refresh_token"] ?? ""
        }
        #expect(try await visitor.get("/readyz").status == 200)
        try await Self.isKept(tokens, by: daemon, in: folder, at: "/disk")
      }
    }

    // attack: ST-07
    @Test(
      "while another program holds the lock of the database it answers 503, and goes on afterwards")
    func locked() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, seed: Visitor.clients)
      defer { daemon.stop() }
      let visitor = try await Visitor.signedIn(at: daemon, in: folder.path)
      let token = try await visitor.refreshToken()
      let hold = """
        import sqlite3, sys, time
        sqlite3.connect(sys.argv[1], isolation_level=None).execute("BEGIN IMMEDIATE")
        print("held", flush=True)
        time.sleep(300)
        """
      let other = try ChildProcess(
        "/usr/bin/env", ["python3", "-c", hold, folder.path + "/d.sqlite"])
      defer { other.stop() }
      _ = try await other.line { $0 == "held" }
      try await Self.isRefusing(visitor, token)
      other.stop()
      let reply = try await visitor.refresh(token)
      #expect(reply.status == 200)
      try await Self.isKept([reply["refresh_token"] ?? ""], by: daemon, in: folder)
    }

    // attack: ST-24
    @Test(
      "when the disk does not confirm what was written, nothing is issued, and nothing issued is lost"
    )
    func unconfirmed() async throws {
      let folder = try Folder()
      try FileManager.default.createDirectory(
        atPath: folder.path + "/disk", withIntermediateDirectories: false)
      let (disk, trouble) = (folder.path + "/disk", folder.path + "/trouble")
      let daemon = try await Daemon(
        in: folder, at: "/disk", seed: Visitor.clients,
        environment: try FaultLayer.variables(
          error: EIO, kinds: "s", in: disk, whileThereIs: trouble))
      defer { daemon.stop() }
      let visitor = try await Visitor.signedIn(at: daemon, in: disk)
      var tokens: [String] = []
      for _ in 0..<3 { tokens.append(try await visitor.refreshToken()) }
      for _ in 0..<3 {
        try folder.write("trouble", [])
        try await Self.isRefusing(visitor, tokens[0])
        let code = try? await visitor.code()
        #expect(code ?? "" == "")
        try FileManager.default.removeItem(atPath: trouble)
        for n in 0..<3 {
          let reply = try await visitor.refresh(tokens[n])
          #expect(reply.status == 200)
          tokens[n] = reply["refresh_token"] ?? ""
        }
      }
      try await Self.isKept(tokens, by: daemon, in: folder, at: "/disk")
    }
  }
}
