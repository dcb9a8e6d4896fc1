// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand

/// The protocol in which another program requests credentials, such as the credential helpers of `git`.
///
/// A helper only parses the program's request and formats the output. ``HelperCall/action(by:)`` decides
/// for all helpers which account's credential is used, and how long it has to last.
public protocol CredentialHelper: Sendable {
  /// The name on the command line: `coatcheck helper NAME`.
  static var name: String { get }
  /// The names of links to `coatcheck` that start this helper, for programs that look for a helper by its
  /// file name: `git-credential-coatcheck`.
  static var links: [String] { get }
  /// The minimum number of seconds that a credential for this program has to last, unless the user sets
  /// another one.
  static var minimumLife: Double { get }

  /// Whether the program repeats the same call when the server has rejected its credential, without saying
  /// so.
  static var asksAgainAfterRejection: Bool { get }

  /// Whether the program sends its request on standard input.
  ///
  /// - Parameter words: The arguments of the helper, without the options that all helpers share.
  static func readsInput(_ words: [String]) -> Bool

  /// Parses the program's request.
  ///
  /// - Parameters:
  ///   - words: The arguments of the helper, without the options that all helpers share.
  ///   - input: The bytes of standard input; empty unless ``readsInput(_:)`` is true.
  ///   - variable: Returns the value of an environment variable by its name; nil if it is unset.
  /// - Throws: A failure with `ExitStatus.usage` when the arguments, the input or the variables are not a
  ///   request of the program, or name a place that ``Place/init(_:)`` refuses.
  init(_ words: [String], input: [UInt8], variable: (String) -> String?) throws(CommandFailure)

  /// The parsed request.
  var question: HelperQuestion { get }

  /// The output that hands a credential to the program.
  ///
  /// - Throws: A failure with `ExitStatus.usage` when the format of the program cannot express the
  ///   credential.
  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput

  /// The output when the place is not on the user's list. The program continues without a credential, if
  /// its protocol allows that.
  var unknownPlace: HelperOutput { get }

  /// The output when no credential is available.
  ///
  /// - Parameter failure: Why there is no credential.
  func answer(_ failure: CommandFailure) -> HelperOutput
}

extension CredentialHelper {
  /// No links by default.
  public static var links: [String] { [] }
  /// 60 seconds by default.
  public static var minimumLife: Double { 60 }
  /// False by default.
  public static var asksAgainAfterRejection: Bool { false }
  /// False by default: standard input is not read.
  ///
  /// - Parameter words: The arguments of the helper; they do not matter here.
  public static func readsInput(_ words: [String]) -> Bool { false }

  /// By default, a failure on standard error with `ExitStatus.notSignedIn` and the code `unknown_place`.
  public var unknownPlace: HelperOutput {
    HelperOutput(
      failure: CommandFailure(
        .notSignedIn, "no account is chosen for \(question.place.map(String.init) ?? "this place")",
        code: "unknown_place", hint: "choose one with: coatcheck helper map PLACE ACCOUNT"))
  }

  /// By default, the failure on standard error, and nothing on standard output.
  public func answer(_ failure: CommandFailure) -> HelperOutput { HelperOutput(failure: failure) }
}
