// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The permissions of the tool's files")
struct StoreRightsTests {
  // attack: C-82
  @Test(
    "with umask 000 the folder is 0700 and each file 0600, wider permissions are removed, and symbolic links are refused"
  )
  func rights() async throws {
    let stage = try await Stage.start()
    let path = stage.sandbox.storePath
    let loose = try looseProgram(in: stage.sandbox)
    let login = ["login", stage.server.issuer, "--client-id", "app", "--name", "main"]
    _ = try await stage.run(login, answer: .allow, program: loose, exits: 0)
    #expect(try mode(path) == 0o700)
    for file in try FileManager.default.subpathsOfDirectory(atPath: path) where file != "names" {
      #expect(try mode(path + "/" + file) == 0o600, "\(file)")
    }

    let file = try path + "/" + sessionFile(in: path)
    chmod(file, 0o644)
    chmod(path, 0o777)
    _ = try await stage.run(["token"], program: loose, exits: 0)
    #expect(try mode(path) == 0o700)
    #expect(try mode(file) == 0o600)

    try FileManager.default.moveItem(atPath: file, toPath: stage.sandbox.folder + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: stage.sandbox.folder + "/elsewhere")
    let third = try await stage.run(["token"], program: loose, exits: 8)
    #expect(third.output.isEmpty && third.errors.contains("symbolic link"))
  }

  /// The tool, started with umask 000.
  private func looseProgram(in sandbox: Sandbox) throws -> String {
    let path = sandbox.folder + "/loose"
    let program = try Programs.path("coatcheck")
    try ChildProcess.install(script: "#!/bin/sh\numask 000\nexec \(program) \"$@\"\n", at: path)
    return path
  }

  private func sessionFile(in path: String) throws -> String {
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    return try #require(files.first { $0.hasSuffix(".json") })
  }

  private func mode(_ path: String) throws -> mode_t {
    var information = stat()
    guard lstat(path, &information) == 0 else { throw POSIXError(.ENOENT) }
    return information.st_mode & 0o777
  }
}
