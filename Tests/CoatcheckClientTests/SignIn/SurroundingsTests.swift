// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Foundation
import Testing
import TestSupport

@Suite("The surroundings of a sign-in")
struct SurroundingsTests {
  struct Case: Sendable {
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

  static let cases: [Named<Case>] = [
    Named("nothing at all", Case(place: .background, terminal: .none)),
    Named(
      "a terminal of the machine", Case(terminals: all, place: .headless, terminal: .full)),
    Named(
      "X11", Case(variables: ["DISPLAY": ":0"], terminals: all, place: .desktop, terminal: .full)),
    Named(
      "Wayland",
      Case(
        variables: ["WAYLAND_DISPLAY": "wayland-0"], terminals: all, place: .desktop,
        terminal: .full)),
    Named(
      "an app that was started from a menu",
      Case(variables: ["DISPLAY": ":0"], place: .desktop, terminal: .none)),
    Named(
      "an empty display", Case(variables: ["DISPLAY": ""], place: .background, terminal: .none)),
    Named(
      "a platform which always has a screen",
      Case(hasScreen: true, place: .desktop, terminal: .none)),
    Named(
      "a service or a job of cron on a machine with users",
      Case(variables: ["HOME": "/root", "PATH": "/bin"], place: .background, terminal: .none)),
    Named(
      "SSH with a terminal",
      Case(
        variables: ["SSH_CONNECTION": ssh, "SSH_TTY": "/dev/pts/1", "USER": "ann"], terminals: all,
        place: .remote(route), terminal: .full)),
    Named(
      "SSH to a platform with a screen, where nobody sits",
      Case(
        variables: ["SSH_CONNECTION": ssh, "USER": "ann"], terminals: all, hasScreen: true,
        place: .remote(route), terminal: .full)),
    Named(
      "SSH with a forwarded display",
      Case(
        variables: ["SSH_CONNECTION": ssh, "USER": "ann", "DISPLAY": "localhost:10.0"],
        terminals: all, place: .remote(route), terminal: .full)),
    Named(
      "SSH without a terminal: another program came",
      Case(
        variables: ["SSH_CONNECTION": ssh, "USER": "ann"], place: .background, terminal: .none)),
    Named(
      "an editor on another machine, which names a browser",
      Case(
        variables: ["SSH_CONNECTION": ssh, "BROWSER": "/opt/editor/browser.sh"], terminals: all,
        place: .desktop, terminal: .full)),
    Named(
      "a text browser is none",
      Case(
        variables: ["BROWSER": "/usr/bin/w3m:lynx:www-browser"], terminals: all, place: .headless,
        terminal: .full)),
    Named(
      "no browser, said so",
      Case(variables: ["BROWSER": "none"], place: .background, terminal: .none)),
    Named(
      "a browser behind a text browser",
      Case(variables: ["BROWSER": "lynx:firefox"], place: .desktop, terminal: .none)),
    Named(
      "standard error is swallowed, the terminal is there all the same",
      Case(terminals: (false, false, true), place: .headless, terminal: .full)),
    Named(
      "only standard error is a terminal",
      Case(terminals: (false, true, false), place: .headless, terminal: .output)),
    Named(
      "only standard input is one: nothing can be shown",
      Case(terminals: (true, false, false), place: .background, terminal: .none)),
    Named(
      "a container with a terminal",
      Case(
        terminals: all, isContainer: true, place: .headless, terminal: .full, container: true)),
    Named(
      "a container by its variable",
      Case(
        variables: ["container": "podman"], terminals: all, place: .headless, terminal: .full,
        container: true)),
    Named(
      "a pod",
      Case(
        variables: ["KUBERNETES_SERVICE_HOST": "10.0.0.1"], place: .background, terminal: .none,
        container: true)),
  ]

  @Test("are told from variables and terminals", arguments: cases)
  func signInEnvironment(_ row: Named<Case>) {
    let row = row.value
    var evidence = SignInEnvironment.Evidence { row.variables[$0] }
    evidence.inputIsTerminal = row.terminals.0
    evidence.errorIsTerminal = row.terminals.1
    evidence.hasControllingTerminal = row.terminals.2
    evidence.hasScreen = row.hasScreen
    evidence.hostName = "here"
    evidence.isContainer = row.isContainer
    let expected = SignInEnvironment(
      row.place, terminal: row.terminal, isContainer: row.container)
    #expect(SignInEnvironment(evidence) == expected)
  }

  static let routes: [Named<([String: String], String)>] = [
    Named(
      "plain",
      (
        ["SSH_CONNECTION": "192.0.2.7 5 198.51.100.4 22", "USER": "ann"],
        "ssh -N -L 8250:127.0.0.1:8250 ann@198.51.100.4"
      )),
    Named(
      "another port",
      (
        ["SSH_CONNECTION": "192.0.2.7 5 198.51.100.4 2222", "LOGNAME": "bob"],
        "ssh -p 2222 -N -L 8250:127.0.0.1:8250 bob@198.51.100.4"
      )),
    Named(
      "IPv6",
      (
        ["SSH_CONNECTION": "2001:db8::7 5 2001:db8::4 22", "USER": "ann"],
        "ssh -N -L 8250:127.0.0.1:8250 ann@2001:db8::4"
      )),
    Named(
      "no connection but a terminal of SSH",
      (["SSH_TTY": "/dev/pts/0", "USER": "ann"], "ssh -N -L 8250:127.0.0.1:8250 ann@here")),
    Named(
      "no user",
      (["SSH_CONNECTION": "a 5 198.51.100.4 22"], "ssh -N -L 8250:127.0.0.1:8250 198.51.100.4")),
    Named(
      "a connection that is none",
      (["SSH_CONNECTION": "-oProxyCommand=x", "USER": "a"], "ssh -N -L 8250:127.0.0.1:8250 a@here")
    ),
    Named(
      "a user with characters that mean something",
      (
        ["SSH_CONNECTION": "a 5 198.51.100.4 22", "USER": "a'b $(id)"],
        #"ssh -N -L 8250:127.0.0.1:8250 'a'\''b $(id)@198.51.100.4'"#
      )),
    Named(
      "a user that is an option",
      (
        ["SSH_CONNECTION": "a 5 198.51.100.4 22", "USER": "-oProxyCommand=x"],
        "ssh -N -L 8250:127.0.0.1:8250 198.51.100.4"
      )),
    Named(
      "a host that is an option",
      (
        ["SSH_CONNECTION": "a 5 -oProxyCommand=x 22"], "ssh -N -L 8250:127.0.0.1:8250 THIS-MACHINE"
      )),
    Named(
      "escapes",
      (
        ["SSH_CONNECTION": "a 5 \u{1B}[2J 22", "USER": "\u{202E}a"],
        "ssh -N -L 8250:127.0.0.1:8250 THIS-MACHINE"
      )),
  ]

  @Test("the way back to a port is one line that can be pasted", arguments: routes)
  func route(_ row: Named<([String: String], String)>) throws {
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
