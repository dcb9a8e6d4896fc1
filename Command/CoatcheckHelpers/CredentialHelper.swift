// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand

/// The protocol in which another program asks for its credentials.
///
/// A helper reads what the program asks and writes the answer. Whose credential it is, whether it lasts, and how it is
/// replaced, is decided for all of them in one place.
public protocol CredentialHelper: Sendable {
  /// Its name: `coatcheck helper NAME`.
  static var name: String { get }
  /// What links to `coatcheck` are called that mean this helper, as the program looks for it.
  static var links: [String] { get }
  /// How many seconds a credential has to last, at least, for this program.
  static var minimumLife: Double { get }

  /// Whether the program asks again, in the same words, when the server has not accepted its credential.
  static var asksAgainAfterRejection: Bool { get }

  /// Whether the program sends what it asks on standard input.
  static func readsInput(_ words: [String]) -> Bool

  /// Reads what the program asks.
  ///
  /// - Parameters:
  ///   - words: The arguments of the helper.
  ///   - input: What the program has sent.
  ///   - variable: Looks up an environment variable.
  /// - Throws: A usage failure.
  init(_ words: [String], input: [UInt8], variable: (String) -> String?) throws(CommandFailure)

  /// What the program asks.
  var question: HelperQuestion { get }

  /// The answer with a credential.
  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput

  /// The answer when the place is not on the user's list: the program goes on without us, where it can.
  var unknownPlace: HelperOutput { get }

  /// The answer when there is no credential.
  func answer(_ failure: CommandFailure) -> HelperOutput
}

extension CredentialHelper {
  /// None.
  public static var links: [String] { [] }
  /// A minute.
  public static var minimumLife: Double { 60 }
  /// It does not.
  public static var asksAgainAfterRejection: Bool { false }
  /// Nothing.
  public static func readsInput(_ words: [String]) -> Bool { false }

  /// A failure.
  public var unknownPlace: HelperOutput {
    HelperOutput(
      failure: CommandFailure(
        .notSignedIn, "no account is chosen for \(question.place.map(String.init) ?? "this place")",
        code: "unknown_place", hint: "choose one with: coatcheck helper map PLACE ACCOUNT"))
  }

  /// The failure alone, on standard error.
  public func answer(_ failure: CommandFailure) -> HelperOutput { HelperOutput(failure: failure) }
}
