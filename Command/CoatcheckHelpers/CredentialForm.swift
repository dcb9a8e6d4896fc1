// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand

/// In which form a place gets its credentials.
public struct CredentialForm: Sendable, Equatable {
  /// Which token is sent.
  public enum Token: String, Sendable {
    case access
    /// What clusters and clouds want, which know the user by it.
    case id
  }

  /// How a token is presented to servers that take both.
  public enum Scheme: String, Sendable {
    case basic, bearer
  }

  /// The user name beside the token, where there is one: `oauth2` unless it is set.
  public var username: String?
  /// How the token is presented; nil where the server's own challenge decides.
  public var scheme: Scheme?
  /// Which token it is.
  public var token = Token.access
  /// How many seconds the token has to last, at least; nil for what the program needs.
  public var minimumLife: Double?

  /// The lives that can be asked for, in seconds.
  public static let lives = 0...86_400

  /// The form that most servers take.
  public init() {}

  /// Sets what `NAME=VALUE` says.
  ///
  /// - Throws: A usage failure that names the option.
  public mutating func set(_ option: String) throws(CommandFailure) {
    let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw Self.unknown(option) }
    switch parts[0] {
    case "username":
      guard parts[1].unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
        !parts[1].contains(":")
      else { throw Self.unknown(option) }
      username = parts[1]
    case "scheme":
      guard let value = Scheme(rawValue: parts[1]) else { throw Self.unknown(option) }
      scheme = value
    case "token":
      guard let value = Token(rawValue: parts[1]) else { throw Self.unknown(option) }
      token = value
    case "min-life":
      guard let value = Int(parts[1]), Self.lives.contains(value) else {
        throw Self.unknown(option)
      }
      minimumLife = Double(value)
    default: throw Self.unknown(option)
    }
  }

  /// What is set, as ``set(_:)`` takes it.
  public var options: [String] {
    [
      username.map { "username=\($0)" }, scheme.map { "scheme=\($0.rawValue)" },
      token == .access ? nil : "token=\(token.rawValue)",
      minimumLife.map { "min-life=\(Int($0))" },
    ].compactMap { $0 }
  }

  private static func unknown(_ option: String) -> CommandFailure {
    CommandFailure(
      .usage, "“\(UntrustedText.printable(option))” is no option of a place",
      hint: "there are username=NAME, scheme=basic|bearer, token=access|id and min-life=SECONDS")
  }
}
