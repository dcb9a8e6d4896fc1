// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("What `coatcheck request` uploads and downloads", .timeLimit(.minutes(10)))
struct TransferTests {
  @Test("a file is sent with PUT and its length, and again when the token is rejected")
  func upload() async throws {
    let (stage, _) = try await Stage.signedIn()
    let file = stage.sandbox.folder + "/body"
    let body = String(repeating: "0123456789abcdef", count: 4096)
    try Data(body.utf8).write(to: URL(filePath: file))
    let peer = try CannedServer(json: "{}")
    let address = "http://127.0.0.1:\(peer.port)/put"
    _ = try await stage.run(["request", address, "-T", file, "-H", "X-Thing: 7"], exits: 0)
    let request = try #require(peer.requests.first)
    #expect(request.hasPrefix("PUT /put HTTP/1.1\r\n"))
    #expect(request.lowercased().contains("\r\ncontent-length: 65536\r\n"))
    #expect(!request.lowercased().contains("content-type"))
    #expect(request.hasSuffix("\r\n\r\n" + body))

    let rejecting = try CannedServer(status: "401 Unauthorized", json: "{}")
    _ = try await stage.run(
      ["request", "http://127.0.0.1:\(rejecting.port)/put", "-T", file], exits: 6)
    #expect(rejecting.requests.count == 2)
    #expect(rejecting.requests.allSatisfy { $0.hasSuffix("\r\n\r\n" + body) })
    #expect(try await stage.session().generation == 2)
  }

  @Test("an interrupted download leaves no partial file, and keeps the existing one")
  func halfDownload() async throws {
    let (stage, _) = try await Stage.signedIn()
    let file = stage.sandbox.folder + "/down"
    let broken = try CannedServer(json: "half", missing: 4)
    let address = "http://127.0.0.1:\(broken.port)/"
    let first = try await stage.run(["request", address, "-o", file], exits: 5)
    #expect(first.errors.contains("coatcheck: error: ") && !first.errors.contains("saved"))
    #expect(access(file, F_OK) != 0)
    let whole = try CannedServer(json: "whole")
    _ = try await stage.run(["request", "http://127.0.0.1:\(whole.port)/", "-o", file])
    _ = try await stage.run(["request", address, "-o", file], exits: 5)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "whole")
    let left = try FileManager.default.contentsOfDirectory(atPath: stage.sandbox.folder)
    #expect(left.filter { $0.contains("down") } == ["down"])
  }

  @Test("a full disk is a failure, on standard output and for a file")
  func fullDisk() async throws {
    let (stage, _) = try await Stage.signedIn()
    let peer = try CannedServer(json: "{}")
    let address = "http://127.0.0.1:\(peer.port)/"
    let process = try stage.sandbox.start(["request", address], outputPath: "/dev/full")
    #expect(await process.ended() == .exit(1))
    #expect(process.errors.contains("cannot write the output: No space left on device"))
  }

  @Test("redirects are followed with --follow, and the token is sent to its server only")
  func redirects() async throws {
    let (stage, session) = try await Stage.signedIn()
    let other = try CannedServer(json: #"{"other":true}"#)
    let peer = try CannedServer(
      status: "302 Found\r\nLocation: http://127.0.0.1:\(other.port)/there", json: "{}")
    let address = "http://127.0.0.1:\(peer.port)/here"
    let kept = try await stage.run(["request", address])
    #expect(kept.errors.contains("redirects are not followed without --follow"))
    #expect(other.requests.isEmpty)
    let followed = try await stage.run(["request", address, "--follow"], exits: 0)
    #expect(followed.output == #"{"other":true}"#)
    let request = try #require(other.requests.first)
    #expect(request.hasPrefix("GET /there HTTP/1.1\r\n"))
    #expect(!request.contains(session.accessToken.reveal()))
    #expect(!request.lowercased().contains("authorization"))
  }

  #if os(Linux)
    @Test(
      "a terminal shows a progress bar on one line, which is removed at the end; a file gets none")
    func progress() async throws {
      let (stage, _) = try await Stage.signedIn()
      let file = stage.sandbox.folder + "/film"
      try Data(repeating: 7, count: 48 << 20).write(to: URL(filePath: file))
      for options in [[], ["--quiet"], ["--json"]] as [[String]] {
        let peer = try SlowReader(milliseconds: 900)
        let terminal = try Pseudoterminal(columns: 60)
        let process = try stage.sandbox.start(
          ["request", "http://127.0.0.1:\(peer.port)/film", "-T", file] + options,
          errorPath: terminal.path)
        #expect(await process.ended() == .exit(0))
        #expect(peer.bodyBytes == 48 << 20)
        guard options.isEmpty else {
          #expect(terminal.screen.isEmpty)
          continue
        }
        let shown = try await eventually {
          terminal.screen.hasSuffix(" \r") ? terminal.screen : nil
        }
        #expect(process.output == "ok")
        #expect(shown.hasPrefix("\rsent ["))
        #expect(shown.contains("% ") && shown.contains(" of 50.3 MB"))
        #expect(!shown.contains("\u{1B}") && !shown.contains("\n"))
        let lines = shown.split(separator: "\r")
        #expect(lines.allSatisfy { $0.count < 60 })
      }
      await stage.server.stop()
    }
  #endif
}
