// SPDX-License-Identifier: Apache-2.0

/// The environment of the program, as far as it decides how the user can be asked to sign in.
public struct SignInEnvironment: Sendable, Hashable {
  /// Where the user is, relative to this machine.
  public enum Place: Sendable, Hashable {
    /// At a screen of this machine: a browser can be shown.
    case desktop
    /// At another machine, connected to this one by SSH.
    case remote(SSHRoute)
    /// At a terminal of this machine, which has no screen.
    case headless
    /// Nowhere: there is no screen and no terminal, so the user cannot be asked.
    case background
    /// In an app on a system that shows the provider's pages in a sheet above it: iOS, iPadOS,
    /// visionOS, and macOS for a program in an app bundle.
    case app
    /// In an app on a device that is unsuitable for typing a password: tvOS, watchOS.
    case appliance
  }

  /// What the user can do at the terminal.
  public enum Terminal: Sendable, Hashable {
    /// There is no terminal.
    case none
    /// The user can read.
    case output
    /// The user can read and type.
    case full
  }

  /// The kind of program.
  public enum Program: Sendable, Hashable {
    /// One that was started by a shell, a service manager or a desktop.
    case tool
    /// An app: see ``Place/app``.
    case app
    /// An app on a television or a watch: see ``Place/appliance``.
    case applianceApp
  }

  /// The facts about a process from which its environment is determined. A test can set all of them.
  public struct Evidence: Sendable {
    /// Returns the value of an environment variable; nil if it is not set.
    public var variable: @Sendable (String) -> String?
    /// Whether standard input is a terminal.
    public var inputIsTerminal = false
    /// Whether standard error is a terminal.
    public var errorIsTerminal = false
    /// Whether there is a controlling terminal (`/dev/tty`), whatever the standard streams are.
    public var hasControllingTerminal = false
    /// Whether the platform always has a screen, so that no variable has to say so.
    public var hasScreen = false
    /// The kind of program, as the platform reports it.
    public var program = Program.tool
    /// The host name of this machine.
    public var hostName = "localhost"
    /// Whether the program runs in a container, as far as files show it.
    public var isContainer = false

    /// Creates evidence of a tool without a terminal and without a screen.
    ///
    /// - Parameter variable: Returns the value of an environment variable; nil if it is not set.
    public init(variable: @escaping @Sendable (String) -> String?) {
      self.variable = variable
    }
  }

  /// Where the user is.
  public let place: Place
  /// What the user can do at the terminal.
  public let terminal: Terminal
  /// Whether the program runs in a container: its ports are not those of the machine that the user
  /// sees.
  public let isContainer: Bool

  /// Creates a given environment, such as for a test.
  ///
  /// - Parameters:
  ///   - place: Where the user is.
  ///   - terminal: What the user can do at the terminal.
  ///   - isContainer: Whether the ports of the program are those of a container.
  public init(_ place: Place, terminal: Terminal, isContainer: Bool = false) {
    self.place = place
    self.terminal = terminal
    self.isContainer = isContainer
  }

  /// Whether the program may run while the user is away. An app shows a page only in the foreground,
  /// and a program at a terminal was started by its user.
  var isUnattended: Bool { terminal == .none && place != .app && place != .appliance }

  /// Determines the environment from the evidence. The place of an app is that of its platform,
  /// whatever the variables are. Else the first rule that applies counts:
  ///
  /// 1. `$BROWSER` names a browser: the user has one, however they connected (editors that work on
  ///    other machines set it).
  /// 2. `SSH_CONNECTION` or `SSH_TTY`: the user is elsewhere, also if a screen of this machine is
  ///    known, because the user may not sit in front of it. Without a terminal another program
  ///    connected.
  /// 3. A screen: `DISPLAY`, `WAYLAND_DISPLAY`, or the platform always has one.
  /// 4. A terminal.
  public init(_ evidence: Evidence) {
    func value(_ name: String) -> String? {
      evidence.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let canType = evidence.inputIsTerminal || evidence.hasControllingTerminal
    let canRead = evidence.errorIsTerminal || evidence.hasControllingTerminal
    terminal = canRead ? (canType ? .full : .output) : .none
    isContainer =
      evidence.isContainer || value("container") != nil || value("KUBERNETES_SERVICE_HOST") != nil
    if evidence.program == .app {
      place = .app
    } else if evidence.program == .applianceApp {
      place = .appliance
    } else if value("BROWSER").map({ !BrowserPrograms.named($0).isEmpty }) == true {
      place = .desktop
    } else if value("SSH_CONNECTION") != nil || value("SSH_TTY") != nil {
      let route = SSHRoute(
        connection: value("SSH_CONNECTION"), user: value("USER") ?? value("LOGNAME"),
        hostName: evidence.hostName)
      place = terminal == .none ? .background : .remote(route)
    } else if evidence.hasScreen || value("DISPLAY") != nil || value("WAYLAND_DISPLAY") != nil {
      place = .desktop
    } else {
      place = terminal == .none ? .background : .headless
    }
  }
}
