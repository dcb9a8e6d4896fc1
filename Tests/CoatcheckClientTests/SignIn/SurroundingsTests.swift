// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The surroundings of a sign-in")
struct SurroundingsTests {
  struct Surroundings: Sendable {
    var variables: [String: String] = [:]
    /// Standard input, standard error, /dev/tty.
    var terminals = (false, false, false)
    var hasScreen = false
    var isContainer = false
    var place: SignInEnvironment.Place
    var terminal: SignInEnvironment.Terminal
    var container = false
  }

  private static let ssh = "192.0.2.7 51234 198.51.100.4 22"
  private static let route = SSHRoute(user: "ann", host: "198.51.100.4")
  private static let all = (true, true, true)
  private static let none = (false, false, false)

  static let cases: [Case<Surroundings>] = [
    Case("nothing at all", Surroundings(place: .background, terminal: .none)),
    Case(
      "a terminal of the machine", Surroundings(terminals: all, place: .headless, terminal: .full)),
    Case(
      "X11",
      Surroundings(variables: ["DISPLAY": ":0"], terminals: all, place: .desktop, terminal: .full)),
    Case(
      "Wayland",
      Surroundings(
        variables: ["WAYLAND_DISPLAY": "wayland-0"], terminals: all, place: .desktop,
        terminal: .full)),
    Case(
      "an app that was started from a menu",
      Surroundings(variables: ["DISPLAY": ":0"], place: .desktop, terminal: .none)),
    Case(
      "an empty display",
      Surroundings(variables: ["DISPLAY": ""], place: .background, terminal: .none)),
    Case(
      "a platform which always has a screen",
      Surroundings(hasScreen: true, place: .desktop, terminal: .none)),
    Case(
      "a service or a job of cron on a machine with users",
      Surroundings(
        variables: ["HOME": "/root", "PATH": "/bin"], place: .background, terminal: .none)),
    Case(
      "SSH with a terminal",
      Surroundings(
        variables: ["SSH_CONNECTION": ssh, "SSH_TTY": "/dev/pts/1", "USER": "ann"], terminals: all,
        place: .remote(route), terminal: .full)),
    Case(
      "SSH to a platform with a screen, where nobody sits",
      Surroundings(
        variables: ["SSH_CONNECTION": ssh, "USER": "ann"], terminals: all, hasScreen: true,
        place: .remote(route), terminal: .full)),
    Case(
      "SSH with a forwarded display",
      Surroundings(
        variables: ["SSH_CONNECTION": ssh, "USER": "ann", "DISPLAY": "localhost:10.0"],
        terminals: all, place: .remote(route), terminal: .full)),
    Case(
      "SSH without a terminal: another program came",
      Surroundings(
        variables: ["SSH_CONNECTION": ssh, "USER": "ann"], place: .background, terminal: .none)),
    Case(
      "an editor on another machine, which names a browser",
      Surroundings(
        variables: ["SSH_CONNECTION": ssh, "BROWSER": "/opt/editor/browser.sh"], terminals: all,
        place: .desktop, terminal: .full)),
    Case(
      "a text browser is none",
      Surroundings(
        variables: ["BROWSER": "/usr/bin/w3m:lynx:www-browser"], terminals: all, place: .headless,
        terminal: .full)),
    Case(
      "no browser, said so",
      Surroundings(variables: ["BROWSER": "none"], place: .background, terminal: .none)),
    Case(
      "a browser behind a text browser",
      Surroundings(variables: ["BROWSER": "lynx:firefox"], place: .desktop, terminal: .none)),
    Case(
      "standard error is swallowed, the terminal is there all the same",
      Surroundings(terminals: (false, false, true), place: .headless, terminal: .full)),
    Case(
      "only standard error is a terminal",
      Surroundings(terminals: (false, true, false), place: .headless, terminal: .output)),
    Case(
      "only standard input is one: nothing can be shown",
      Surroundings(terminals: (true, false, false), place: .background, terminal: .none)),
    Case(
      "a container with a terminal",
      Surroundings(
        terminals: all, isContainer: true, place: .headless, terminal: .full, container: true)),
    Case(
      "a container by its variable",
      Surroundings(
        variables: ["container": "podman"], terminals: all, place: .headless, terminal: .full,
        container: true)),
    Case(
      "a pod",
      Surroundings(
        variables: ["KUBERNETES_SERVICE_HOST": "10.0.0.1"], place: .background, terminal: .none,
        container: true)),
  ]

  @Test("are told from variables and terminals", arguments: cases)
  func signInEnvironment(_ row: Case<Surroundings>) {
    let row = row.value
    var evidence = SignInEnvironment.Evidence { row.variables[$0] }
    evidence.inputIsTerminal = row.terminals.0
    evidence.errorIsTerminal = row.terminals.1
    evidence.hasControllingTerminal = row.terminals.2
    evidence.hasScreen = row.hasScreen
    evidence.hostName = "here"
    evidence.isContainer = row.isContainer
    let expected = SignInEnvironment(row.place, terminal: row.terminal, isContainer: row.container)
    #expect(SignInEnvironment(evidence) == expected)
  }

  static let routes: [Case<([String: String], String)>] = [
    Case(
      "plain",
      (
        ["SSH_CONNECTION": "192.0.2.7 5 198.51.100.4 22", "USER": "ann"],
        "ssh -N -L 8250:127.0.0.1:8250 ann@198.51.100.4"
      )),
    Case(
      "another port",
      (
        ["SSH_CONNECTION": "192.0.2.7 5 198.51.100.4 2222", "LOGNAME": "bob"],
        "ssh -p 2222 -N -L 8250:127.0.0.1:8250 bob@198.51.100.4"
      )),
    Case(
      "IPv6",
      (
        ["SSH_CONNECTION": "2001:db8::7 5 2001:db8::4 22", "USER": "ann"],
        "ssh -N -L 8250:127.0.0.1:8250 ann@2001:db8::4"
      )),
    Case(
      "no connection but a terminal of SSH",
      (["SSH_TTY": "/dev/pts/0", "USER": "ann"], "ssh -N -L 8250:127.0.0.1:8250 ann@here")),
    Case(
      "no user",
      (["SSH_CONNECTION": "a 5 198.51.100.4 22"], "ssh -N -L 8250:127.0.0.1:8250 198.51.100.4")),
    Case(
      "a connection that is none",
      (["SSH_CONNECTION": "-oProxyCommand=x", "USER": "a"], "ssh -N -L 8250:127.0.0.1:8250 a@here")
    ),
    Case(
      "a user with characters that mean something",
      (
        ["SSH_CONNECTION": "a 5 198.51.100.4 22", "USER": "a'b $(id)"],
        #"ssh -N -L 8250:127.0.0.1:8250 'a'\''b $(id)@198.51.100.4'"#
      )),
    Case(
      "a user that is an option",
      (
        ["SSH_CONNECTION": "a 5 198.51.100.4 22", "USER": "-oProxyCommand=x"],
        "ssh -N -L 8250:127.0.0.1:8250 198.51.100.4"
      )),
    Case(
      "a host that is an option",
      (
        ["SSH_CONNECTION": "a 5 -oProxyCommand=x 22"], "ssh -N -L 8250:127.0.0.1:8250 THIS-MACHINE"
      )),
    Case(
      "escapes",
      (
        ["SSH_CONNECTION": "a 5 \u{1B}[2J 22", "USER": "\u{202E}a"],
        "ssh -N -L 8250:127.0.0.1:8250 THIS-MACHINE"
      )),
  ]

  @Test("the way back to a port is one line that can be pasted", arguments: routes)
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

  @Test("a real shell takes the last word of that line as it was")
  func shell() throws {
    let user = "a'b \"c\" $(touch marker) `id` \\ ; & | * ?"
    let command = SSHRoute(user: user, host: "h").command(forwarding: 8250)
    let shell = "ssh() { printf '%s\n' \"$@\"; }; " + command
    let (said, _) = try ChildProcess.run(["sh", "-c", shell])
    #expect(said == "-N\n-L\n8250:127.0.0.1:8250\n\(user)@h\n")
  }
}
