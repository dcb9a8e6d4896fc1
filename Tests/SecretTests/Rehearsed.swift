// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// The output of the worker, and the secrets that must not be in it.
struct Rehearsed {
  /// The standard streams.
  let output: String
  /// The secrets by kind, as the worker wrote them to a separate file.
  let secrets: [(kind: String, secret: String)]
  /// The secrets that were found, and where.
  let findings: Set<SecretSearch.Finding>
  /// The files that were searched, and their sizes.
  let files: [String: Int]

  /// Runs the worker to its end and searches its output and files.
  ///
  /// - Parameter words: Its further arguments.
  init(_ words: [String] = []) async throws {
    let (searched, apart) = (try Folder(), try Folder())
    let marks = apart.path + "/marks"
    let worker = try ChildProcess(
      BuiltProgram.path("SecretWorker"), [searched.path, marks] + words)
    while worker.exit == nil { try await Task.sleep(for: .milliseconds(20)) }
    let output = worker.output
    self.output = output
    try #require(worker.exit == 0, "\(output.suffix(4_000))")
    secrets = try String(contentsOfFile: marks, encoding: .utf8).split(separator: "\n").map {
      let parts = $0.split(separator: "\t", maxSplits: 1)
      let secret = try #require(Data(base64Encoded: String(parts[1])))
      return (String(parts[0]), String(decoding: secret, as: UTF8.self))
    }
    let search = SecretSearch(secrets)
    var findings = search.findings(in: Data(output.utf8), at: "the output")
    var files: [String: Int] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: searched.path) {
      let url = URL(filePath: searched.path + "/" + name)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      let data = try Data(contentsOf: url)
      files[name] = data.count
      findings.formUnion(search.findings(in: data, at: String(name.suffix(12))))
    }
    self.findings = findings
    self.files = files
  }

  /// The kinds of the secrets.
  var kinds: Set<String> { Set(secrets.map(\.kind)) }
}
