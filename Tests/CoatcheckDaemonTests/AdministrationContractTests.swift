// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("administration and its OpenAPI document", .timeLimit(.minutes(60)))
  struct AdministrationContractTests {
    private static let root = URL(filePath: #filePath).pathComponents.dropLast(3).dropFirst()
      .joined(separator: "/")
    private static var python: String { "/\(root)/.build/schemathesis/bin/python" }

    /// The statuses that count as a refusal of invalid data, also where the body is not read.
    private static let configuration = """
      [checks]
      negative_data_rejection.expected-statuses = [
        "400", "401", "403", "404", "405", "406", "409", "413", "414", "415", "422", "431",
      ]
      """
    /// The options of the usual run: only paths with one segment. `make api` tests the others, too.
    private static let few = ["--phases", "coverage", "--include-path-regex", "^/admin/[a-z]+$"]
    /// The options of the full run: all operations except those that would change the requesting client.
    private static let all = [
      "--phases", "examples,coverage,fuzzing",
      "--exclude-path-regex", "^/admin/clients/\\{client\\}(/secret|/tokens)?$",
    ]

    // `make test` installs it: https://pypi.org/project/schemathesis/. It makes requests of every kind from the document,
    // valid ones and others, and compares each answer with what the document says. What no schema can say (a user name
    // without spaces, a redirect URI that is one) is refused with 400, so acceptance of valid data is not checked.
    @Test(
      "schemathesis finds no failure and no undocumented response",
      .enabled(if: FileManager.default.fileExists(atPath: Self.python)))
    func schemathesis() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, seed: AdministrationTests.seed, ["--admin"])
      defer { daemon.stop() }
      let token = try await AdministrationTests.token(of: "ops", at: Visitor(daemon.origin))
      try folder.write("schemathesis.toml", Array(Self.configuration.utf8))
      let examples = ProcessInfo.processInfo.environment["COATCHECK_SCHEMATHESIS_EXAMPLES"]
      let process = try ChildProcess(
        "/bin/sh",
        [
          // It leaves files where it runs.
          "-c", "cd \"$0\" && exec \"$@\"", folder.path, Self.python,
          "/\(Self.root)/.build/schemathesis/bin/st",
          "--config-file", folder.path + "/schemathesis.toml",
          "run", daemon.origin + "/admin/openapi.json",
          "--header", "Authorization: Bearer \(token)", "--max-examples", examples ?? "1",
          "--checks",
          "not_a_server_error,status_code_conformance,content_type_conformance,"
            + "response_headers_conformance,response_schema_conformance,negative_data_rejection,"
            + "unsupported_method,ignored_auth",
          "--seed", "1", "--workers", "1", "--request-timeout", "60", "--suppress-health-check",
          "all", "--no-color",
        ] + (examples == nil ? Self.few : Self.all),
        environment: ["HYPOTHESIS_STORAGE_DIRECTORY": folder.path + "/hypothesis"])
      let (output, status) = try await process.end(within: 50)
      #expect(status == 0, "\(output.suffix(12_000))")
      #expect(!output.contains(token))
      #expect(daemon.child.exit == nil)
    }
  }
}
