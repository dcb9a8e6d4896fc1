// SPDX-License-Identifier: Apache-2.0

/// How the user reached this machine by SSH, and hence how a port of it can be forwarded to the user's
/// machine.
public struct SSHRoute: Sendable, Hashable {
  /// The user's name on this machine; nil when it is not known or cannot be written in a command.
  public let user: String?
  /// The name or address of this machine, as the user's machine reached it.
  public let host: String
  /// The port of this machine's SSH server.
  public let port: Int

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - user: The user's name on this machine; nil when it is unknown.
  ///   - host: The name or address of this machine, without a port.
  ///   - port: The port of this machine's SSH server; 22 unless given.
  public init(user: String?, host: String, port: Int = 22) {
    self.user = user.flatMap(Self.written)
    self.host = Self.written(host) ?? "THIS-MACHINE"
    self.port = port
  }

  /// The route in `SSH_CONNECTION`: "client address, client port, server address, server port".
  /// Without a valid value, the host is `hostName`.
  init(connection: String?, user: String?, hostName: String) {
    let words = (connection ?? "").split(separator: " ").map(String.init)
    guard words.count == 4, let port = Int(words[3]), (1...65535).contains(port) else {
      self.init(user: user, host: hostName)
      return
    }
    self.init(user: user, host: words[2], port: port)
  }

  /// The command that forwards a port of the user's machine to this machine, for a POSIX shell. The
  /// user runs it on their own machine.
  ///
  /// - Parameter port: The port number, the same on both machines.
  public func command(forwarding port: UInt16) -> String {
    let there = (user.map { $0 + "@" } ?? "") + host
    let way = self.port == 22 ? "" : "-p \(self.port) "
    return "ssh \(way)-N -L \(port):127.0.0.1:\(port) \(ShellWord.quoted(there))"
  }

  /// The name if it is safe in a command: it is not an option and has no control characters. Else nil.
  private static func written(_ name: String) -> String? {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
    }
    return name.isEmpty || name.hasPrefix("-") || !isPlain ? nil : name
  }
}
