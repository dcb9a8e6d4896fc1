// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The system's browser")
struct SystemBrowserTests {
  static let refused = [
    "file:///etc/passwd", "javascript:alert(1)", "http://op.example/", "-oProxyCommand=x",
    "mailto:a@b.example", "--version", "https:///x", "https://h/?a=`id`", "https://h/?a=b|c",
    "https://-oProxyCommand=x@h/", "http://127.0.0.1.evil.example/",
  ]

  // attack: C-27
  @Test("is given web addresses only", arguments: refused)
  func otherSchemes(_ address: String) async throws {
    let folder = try Folder()
    let browser = try #require(try Self.browser(in: folder))
    guard let url = URL(string: address), url.absoluteString == address else { return }
    #expect(await failure { try browser.open(url) { _ in } }?.outcome == .misused)
    #expect(try folder.names() == ["browser"])
    #expect(await failure { try await SystemBrowser.open(url) }?.outcome == .misused)
  }

  /// Valid web addresses with characters that a shell would interpret.
  static let hostile = [
    "https://h/;touch$IFS'marker'", "https://h/$(id)", "https://h/&touch?a=b;c&d=$HOME*",
    "http://127.0.0.1:8/?x=%20%0A", "https://h/" + String(repeating: "long", count: 1000),
  ]

  // attack: C-27
  @Test("gets a hostile address as one argument and through no shell", arguments: hostile)
  func oneArgument(_ address: String) async throws {
    let folder = try Folder()
    let browser = try #require(try Self.browser(in: folder))
    try browser.open(#require(URL(string: address))) { _ in }
    #expect(try await Self.report(in: folder).first == "1 \(address)")
    #expect(try Set(folder.names()).isSubset(of: ["browser", "report"]))
  }

  @Test("inherits nothing: no terminal, no output, no file, no blocked signal")
  func detached() async throws {
    let folder = try Folder()
    let browser = try #require(try Self.browser(in: folder))
    // A descriptor that every child inherits unless it is closed.
    let leaked = open("/dev/null", O_RDONLY)
    defer { close(leaked) }
    let high = fcntl(leaked, F_DUPFD, 700)
    defer { close(high) }
    #expect(fcntl(high, F_GETFD) & FD_CLOEXEC == 0)
    try browser.open(#require(URL(string: "https://h/"))) { _ in }
    let report = try await Self.report(in: folder)
    #expect(report[1] == "/dev/null /dev/null /dev/null")
    #expect(!report[2].split(separator: " ").contains("\(high)"))
    let words = report[3].split(separator: " ")
    // The process leads a process group and a session of its own.
    #expect(words.count == 3 && Set(words).count == 1)
    #expect(report[4] == "0000000000000000")
  }

  @Test("is tried program by program, and a failure names them all")
  func several() async throws {
    let browser = try #require(
      SystemBrowser { $0 == "BROWSER" ? "/nonexistent/a:w3m:/nonexistent/b" : nil })
    #expect(browser.programs == ["/nonexistent/a", "/nonexistent/b"])
    let url = try #require(URL(string: "https://h/"))
    let error = await failure { try browser.open(url) { _ in } }
    #expect(error?.reason.contains("/nonexistent/a: No such file") == true)
    #expect(error?.reason.contains("/nonexistent/b: No such file") == true)
  }

  @Test("reports when it ended with an error")
  func failing() async throws {
    let folder = try Folder()
    let program = folder.path + "/fails"
    try ChildProcess.install(script: "#!/bin/sh\nexit 3\n", at: program)
    let failing = try #require(SystemBrowser { $0 == "BROWSER" ? program : nil })
    let told = Mutex("")
    try failing.open(#require(URL(string: "https://h/"))) { said in told.withLock { $0 = said } }
    for _ in 0..<3000 where told.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(told.withLock { $0 } == "the browser program \(program) ended with an error")
  }

  #if !canImport(Darwin)
    static let environments: [Case<([String: String], [String]?)>] = [
      Case("nothing", ([:], nil)),
      Case("a display", (["DISPLAY": ":0"], ["xdg-open"])),
      Case("Wayland", (["WAYLAND_DISPLAY": "wayland-0"], ["xdg-open"])),
      Case("an empty display", (["DISPLAY": ""], nil)),
      Case("a name", (["BROWSER": "firefox"], ["firefox"])),
      Case("several", (["BROWSER": "a:b"], ["a", "b"])),
      Case("text browsers", (["BROWSER": "lynx:/usr/bin/w3m:elinks:links"], nil)),
      Case("none, with a display", (["BROWSER": "none", "DISPLAY": ":0"], nil)),
      Case("an option", (["BROWSER": "--version"], nil)),
    ]

    @Test("is what the environment names, and never a text browser", arguments: environments)
    func choice(_ row: Case<([String: String], [String]?)>) {
      #expect(SystemBrowser { row.value.0[$0] }?.programs == row.value.1)
    }
  #endif

  /// A browser program that reports its arguments, descriptors, process ids and blocked signals, a line for
  /// each.
  private static func browser(in folder: Folder) throws -> SystemBrowser? {
    let program = folder.path + "/browser"
    let report = folder.path + "/report"
    try ChildProcess.install(
      script:
        """
        #!/bin/sh
        echo noise; echo noise >&2
        IN=$(readlink /proc/$$/fd/0); OUT=$(readlink /proc/$$/fd/1); ERR=$(readlink /proc/$$/fd/2)
        OPEN=$(ls /proc/$$/fd)
        IDS=$(sed 's/.*) //' /proc/$$/stat | { read state parent group session rest
          echo "$$ $group $session"; })
        BLOCKED=$(sed -n 's/^SigBlk:[[:space:]]*//p' /proc/$$/status)
        printf '%s\\n' "$# $1" "$IN $OUT $ERR" "$(echo $OPEN)" "$IDS" "$BLOCKED" > "\(report).new"
        mv "\(report).new" "\(report)"
        """, at: program)
    return SystemBrowser { $0 == "BROWSER" ? program : nil }
  }

  private static func report(in folder: Folder) async throws -> [String] {
    let path = folder.path + "/report"
    for _ in 0..<3000 where access(path, R_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
