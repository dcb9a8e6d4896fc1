// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The small program and the network program")
struct FrontTests {
  private static let alone = ["COATCHECK_EXEC_PATH": "/nonexistent"]

  @Test("a cached token needs the small program only; everything else needs the network program")
  func alone() async throws {
    let (stage, session) = try await Stage.signedIn()
    let asked = stage.server.requests.all.count
    let token = try await stage.run(["token"], variables: Self.alone, exits: 0)
    #expect(token.output == session.accessToken.reveal() + "\n" && token.errors.isEmpty)
    #expect(stage.server.requests.all.count == asked)

    try await stage.spend()
    for arguments in [["token"], ["accounts"], ["--help"], []] {
      let run = try await stage.run(arguments, variables: Self.alone, exits: 1)
      #expect(run.output.isEmpty)
      #expect(
        run.errors == """
          coatcheck: error: cannot start /nonexistent/coatcheck-network: No such file or directory
          coatcheck: hint: install it beside coatcheck, or set COATCHECK_EXEC_PATH to its folder

          """)
    }
  }

  @Test("the network program is found beside the file that a symbolic link in the PATH leads to")
  func symbolicLink() async throws {
    let sandbox = try Sandbox()
    let link = sandbox.folder + "/coatcheck"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: Programs.path("coatcheck"))
    let process = try ToolProcess(
      link, ["--version"], variables: ["HOME": sandbox.folder], input: "",
      files: sandbox.folder + "/link", in: sandbox)
    #expect(await process.ended() == .exit(0))
    #expect(process.output.contains("."))
  }

  @Test(
    "output that cannot be written is a failure, in both programs",
    arguments: [["token"], ["token", "--refresh"], ["accounts", "--json"], ["--help"]])
  func fullDisk(_ arguments: [String]) async throws {
    let (stage, _) = try await Stage.signedIn()
    let process = try stage.sandbox.start(arguments, outputPath: "/dev/full")
    #expect(await process.ended() == .exit(1))
    #expect(
      process.errors
        == "coatcheck: error: cannot write the output: No space left on device\n")
  }

  @Test("COATCHECK_ACCOUNT names the account for both programs, and an argument has precedence")
  func account() async throws {
    let (stage, _) = try await Stage.signedIn()
    let variables = ["COATCHECK_ACCOUNT": "unknown"]
    for arguments in [["token"], ["accounts"], ["token", "main"], ["token", "--refresh", "main"]] {
      let run = try await stage.run(arguments, variables: variables)
      #expect(await run.ended() == .exit(arguments == ["token"] ? 3 : 0), "\(arguments)")
    }
  }
}
