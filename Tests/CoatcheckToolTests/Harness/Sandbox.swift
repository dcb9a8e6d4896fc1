// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A home folder of its own for one test, and runs of the tool in it.
final class Sandbox: Sendable {
  let folder: String
  private let runs = Mutex(0)

  init() throws {
    folder = NSTemporaryDirectory() + "/coatcheck-tool-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Records the address that it is called with, and the number of arguments.
    let script = """
      #!/bin/sh
      echo "noise of a browser"
      echo "noise of a browser" >&2
      printf '%s\\n%s\\n' "$#" "$1" > "\(folder)/address.new"
      mv "\(folder)/address.new" "\(folder)/address"
      """
    try ChildProcess.install(script: script, at: browser)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The browser program of this home.
  var browser: String { folder + "/browser" }

  /// The folder of the session files.
  var storePath: String { folder + "/home/sessions" }

  /// The store that the tool uses, opened by this process.
  var store: FileTokenStore { FileTokenStore(directory: storePath) }

  /// A folder of the PATH, with links to `coatcheck` by the names that other programs look for.
  var links: String { folder + "/links" }

  /// Makes these links.
  func link(_ names: String...) throws {
    try FileManager.default.createDirectory(atPath: links, withIntermediateDirectories: true)
    for name in names {
      try FileManager.default.createSymbolicLink(
        atPath: "\(links)/\(name)", withDestinationPath: Programs.path("coatcheck"))
    }
  }

  /// Makes this link, unless it is there.
  func linkOnce(_ name: String) throws {
    if access("\(links)/\(name)", F_OK) != 0 { try link(name) }
  }

  /// The folder without links in its path, as a process in it sees it.
  var realFolder: String {
    guard let path = realpath(folder, nil) else { return folder }
    defer { free(path) }
    return String(cString: path)
  }

  /// One of our programs, or another of the PATH.
  private func path(of program: String, in folders: String) throws -> String {
    if program.hasPrefix("/") || program.hasPrefix("coatcheck") {
      return try Programs.path(program)
    }
    let places = folders.split(separator: ":").map { "\($0)/\(program)" }
    guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
      throw Unexpected("there is no program \(program)")
    }
    return found
  }

  /// The list of places that get credentials.
  var placesPath: String { folder + "/.config/coatcheck/places" }

  /// Writes the list of places.
  func write(places: String) throws {
    let url = URL(filePath: placesPath)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(places.utf8).write(to: url)
    chmod(placesPath, 0o600)
  }

  /// Starts `coatcheck` (or another of the programs) in this home.
  func start(
    _ arguments: [String], program: String = "coatcheck", variables: [String: String] = [:],
    input: String = "", inputPath: String? = nil, outputPath: String? = nil,
    errorPath: String? = nil
  ) throws -> ToolProcess {
    let number = runs.withLock { runs in
      runs += 1
      return runs
    }
    let folders = "\(links):\(Programs.foreign)"
    let standard = [
      "PATH": folders, "HOME": folder,
      "COATCHECK_HOME": folder + "/home", "BROWSER": browser,
      "COATCHECK_STORE": "file", "COATCHECK_ALLOW_PLAINTEXT": "1",
    ]
    return try ToolProcess(
      path(of: program, in: folders), arguments, variables: standard.merging(variables) { $1 },
      input: input, files: folder + "/run-\(number)", inputPath: inputPath,
      outputPath: outputPath, errorPath: errorPath, in: self)
  }

  /// Runs `coatcheck` to its end, and checks its exit status if one is given.
  func run(
    _ arguments: [String], variables: [String: String] = [:], input: String = "",
    exits status: Int32? = nil, _ location: SourceLocation = #_sourceLocation
  ) async throws -> ToolProcess {
    let process = try start(arguments, variables: variables, input: input)
    await process.check(status, location)
    return process
  }

  /// The address that the browser was started with since the last call; nil if it was not.
  ///
  /// - Throws: ``Unexpected`` if the browser program had another number of arguments than one.
  func takeAddress() throws -> String? {
    let path = folder + "/address"
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    try FileManager.default.removeItem(atPath: path)
    let text = String(decoding: data, as: UTF8.self)
    let lines = text.split(separator: "\n")
    guard lines.count == 2, lines[0] == "1" else { throw Unexpected(text) }
    return String(lines[1])
  }

  /// Something else happened than the test expects.
  struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
