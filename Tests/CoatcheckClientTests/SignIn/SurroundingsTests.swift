// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The environment of a sign-in")
struct SurroundingsTests {
  struct Surroundings: Sendable {
    let variables: [String: String]
    /// Standard input, standard error, /dev/tty.
    let terminals: (Bool, Bool, Bool)
    let hasScreen: Bool
    let isContainer: Bool
    let place: SignInEnvironment.Place
    let terminal: SignInEnvironment.Terminal
    let container: Bool
    var program = SignInEnvironment.Program.tool
  }

  private static let ssh = "192.0.2.7 51234 198.51.100.4 22"
  private static let destination = SSHRoute(user: "ann", host: "198.51.100.4")
  private static let all = (true, true, true)
  private static let none = (false, false, false)

  private static func row(
    _ name: String, with variables: [String: String] = [:],
    terminals: (Bool, Bool, Bool) = none, hasScreen: Bool = false, isContainer: Bool = false,
    is place: SignInEnvironment.Place, _ terminal: SignInEnvironment.Terminal,
    container: Bool = false
  ) -> Case<Surroundings> {
    Case(
      name,
      Surroundings(
        variables: variables, terminals: terminals, hasScreen: hasScreen,
        isContainer: isContainer, place: place, terminal: terminal, container: container))
  }

  private static func app(
    _ name: String, _ program: SignInEnvironment.Program, with variables: [String: String] = [:],
    is place: SignInEnvironment.Place
  ) -> Case<Surroundings> {
    Case(
      name,
      Surroundings(
        variables: variables, terminals: none, hasScreen: true, isContainer: false, place: place,
        terminal: .none, container: false, program: program))
  }

  static let cases: [Case<Surroundings>] = [
    app("an app on a system with sheets", .app, is: .app),
    app(
      "an app that was started with variables of a shell", .app,
      with: ["BROWSER": "firefox", "SSH_TTY": "/dev/pts/1"], is: .app),
    app("an app on a television or a watch", .applianceApp, is: .appliance),
    row("no variables and no terminal", is: .background, .none),
    row("a terminal of the machine", terminals: all, is: .headless, .full),
    row("X11", with: ["DISPLAY": ":0"], terminals: all, is: .desktop, .full),
    row("Wayland", with: ["WAYLAND_DISPLAY": "wayland-0"], terminals: all, is: .desktop, .full),
    row("an app that was started from a menu", with: ["DISPLAY": ":0"], is: .desktop, .none),
    row("an empty display", with: ["DISPLAY": ""], is: .background, .none),
    row("a platform which always has a screen", hasScreen: true, is: .desktop, .none),
    row(
      "a service or a job of cron on a machine with users",
      with: ["HOME": "/root", "PATH": "/bin"], is: .background, .none),
    row(
      "SSH with a terminal", with: ["SSH_CONNECTION": ssh, "SSH_TTY": "/dev/pts/1", "USER": "ann"],
      terminals: all, is: .remote(destination), .full),
    row(
      "SSH to a platform with a screen", with: ["SSH_CONNECTION": ssh, "USER": "ann"],
      terminals: all, hasScreen: true, is: .remote(destination), .full),
    row(
      "SSH with a forwarded display",
      with: ["SSH_CONNECTION": ssh, "USER": "ann", "DISPLAY": "localhost:10.0"], terminals: all,
      is: .remote(destination), .full),
    row(
      "SSH without a terminal", with: ["SSH_CONNECTION": ssh, "USER": "ann"],
      is: .background, .none),
    row(
      "an editor on another machine, which names a browser",
      with: ["SSH_CONNECTION": ssh, "BROWSER": "/opt/editor/browser.sh"], terminals: all,
      is: .desktop, .full),
    row(
      "a text browser does not count", with: ["BROWSER": "/usr/bin/w3m:lynx:www-browser"],
      terminals: all, is: .headless, .full),
    row("a variable that excludes a browser", with: ["BROWSER": "none"], is: .background, .none),
    row("a browser behind a text browser", with: ["BROWSER": "lynx:firefox"], is: .desktop, .none),
    row(
      "standard error is redirected, but there is a controlling terminal",
      terminals: (false, false, true), is: .headless, .full),
    row(
      "only standard error is a terminal", terminals: (false, true, false), is: .headless, .output),
    row(
      "only standard input is a terminal: nothing can be shown", terminals: (true, false, false),
      is: .background, .none),
    row(
      "a container with a terminal", terminals: all, isContainer: true, is: .headless, .full,
      container: true),
    row(
      "a container by its variable", with: ["container": "podman"], terminals: all, is: .headless,
      .full, container: true),
    row(
      "a pod", with: ["KUBERNETES_SERVICE_HOST": "10.0.0.1"], is: .background, .none,
      container: true),
  ]

  @Test("is detected from variables and terminals", arguments: cases)
  func signInEnvironment(_ row: Case<Surroundings>) {
    let row = row.value
    var evidence = SignInEnvironment.Evidence { row.variables[$0] }
    evidence.inputIsTerminal = row.terminals.0
    evidence.errorIsTerminal = row.terminals.1
    evidence.hasControllingTerminal = row.terminals.2
    evidence.hasScreen = row.hasScreen
    evidence.program = row.program
    evidence.hostName = "here"
    evidence.isContainer = row.isContainer
    let expected = SignInEnvironment(row.place, terminal: row.terminal, isContainer: row.container)
    #expect(SignInEnvironment(evidence) == expected)
  }

  private static func tunnel(
    _ name: String, _ variables: [String: String], _ target: String, options: String = ""
  ) -> Case<([String: String], String)> {
    Case(name, (variables, "ssh \(options)-N -L 8250:127.0.0.1:8250 \(target)"))
  }

  static let routes: [Case<([String: String], String)>] = [
    tunnel(
      "plain", ["SSH_CONNECTION": "192.0.2.7 5 198.51.100.4 22", "USER": "ann"], "ann@198.51.100.4"),
    tunnel(
      "another port", ["SSH_CONNECTION": "192.0.2.7 5 198.51.100.4 2222", "LOGNAME": "bob"],
      "bob@198.51.100.4", options: "-p 2222 "),
    tunnel(
      "IPv6", ["SSH_CONNECTION": "2001:db8::7 5 2001:db8::4 22", "USER": "ann"], "ann@2001:db8::4"),
    tunnel(
      "no connection but a terminal of SSH", ["SSH_TTY": "/dev/pts/0", "USER": "ann"], "ann@here"),
    tunnel("no user", ["SSH_CONNECTION": "a 5 198.51.100.4 22"], "198.51.100.4"),
    tunnel("an invalid connection", ["SSH_CONNECTION": "-oProxyCommand=x", "USER": "a"], "a@here"),
    tunnel(
      "a user with special characters of a shell",
      ["SSH_CONNECTION": "a 5 198.51.100.4 22", "USER": "a'b $(id)"],
      #"'a'\''b $(id)@198.51.100.4'"#),
    tunnel(
      "a user that is an option",
      ["SSH_CONNECTION": "a 5 198.51.100.4 22", "USER": "-oProxyCommand=x"], "198.51.100.4"),
    tunnel(
      "a host that is an option", ["SSH_CONNECTION": "a 5 -oProxyCommand=x 22"], "THIS-MACHINE"),
    tunnel("escapes", ["SSH_CONNECTION": "a 5 \u{1B}[2J 22", "USER": "\u{202E}a"], "THIS-MACHINE"),
  ]

  @Test("the command to forward a port is one line that can be pasted", arguments: routes)
  func route(_ row: Case<([String: String], String)>) throws {
    var variables = row.value.0
    if variables["SSH_CONNECTION"] == nil { variables["SSH_TTY"] = "/dev/pts/0" }
    var evidence = SignInEnvironment.Evidence { [variables] in variables[$0] }
    evidence.errorIsTerminal = true
    evidence.hostName = "here"
    guard case .remote(let route) = SignInEnvironment(evidence).place else {
      Issue.record("This is no remote place.")
      return
    }
    #expect(route.command(forwarding: 8250) == row.value.1)
  }

  @Test("a shell passes the last argument of that command unchanged")
  func shell() throws {
    let user = "a'b \"c\" $(touch marker) `id` \\ ; & | * ?"
    let command = SSHRoute(user: user, host: "h").command(forwarding: 8250)
    let shell = "ssh() { printf '%s\n' \"$@\"; }; " + command
    let (said, _) = try ChildProcess.run(["sh", "-c", shell])
    #expect(said == "-N\n-L\n8250:127.0.0.1:8250\n\(user)@h\n")
  }
}
