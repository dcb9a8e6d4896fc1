// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand

/// The form in which a place gets its credentials: the options of a line of the list of places.
public struct CredentialForm: Sendable, Equatable {
  /// Which token of the session is sent.
  public enum Token: String, Sendable {
    /// The access token.
    case access
    /// The ID token, with which clusters and clouds identify the user.
    case id
  }

  /// How a token is presented to servers that accept both: as the password of Basic authentication
  /// ([RFC 7617 §2](https://www.rfc-editor.org/rfc/rfc7617#section-2)), or as a bearer token
  /// ([RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1)).
  public enum Scheme: String, Sendable {
    case basic, bearer
  }

  /// The user name that is sent with the token, where the program's protocol has one. Nil for the default
  /// of the helper, `oauth2` for most.
  public var username: String?
  /// How the token is presented; nil if the challenge of the server decides.
  public var scheme: Scheme?
  /// Which token is sent. The default is the access token.
  public var token = Token.access
  /// The minimum number of seconds that the token has to last; nil for the minimum of the helper,
  /// ``CredentialHelper/minimumLife``.
  public var minimumLife: Double?

  /// The values that `min-life` and `--min-life` may have, in seconds: up to a day.
  public static let lives = 0...86_400

  /// Creates the form that most servers take: the access token, without any option.
  public init() {}

  /// Sets one option: `username=NAME`, `scheme=basic|bearer`, `token=access|id` or `min-life=SECONDS`.
  ///
  /// - Parameter option: `NAME=VALUE`. A user name has no colon and no control characters.
  /// - Throws: A failure with `ExitStatus.usage` that names the option when it is unknown or its value is
  ///   invalid. The form is unchanged then.
  public mutating func set(_ option: String) throws(CommandFailure) {
    let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw Self.unknown(option) }
    switch parts[0] {
    case "username":
      // White space and `#` cannot stand in a line of the list of places.
      guard parts[1].unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
        !parts[1].contains(where: { $0.isWhitespace || $0 == ":" || $0 == "#" })
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

  /// The options that differ from the defaults, each as `NAME=VALUE` for ``set(_:)``.
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
