// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// How `coatcheck login` signs in with one kind of provider: what its options mean there.
protocol SignInProfile: Sendable {
  /// The name of the account where none was given and the provider does not say who signed in.
  var usualName: String? { get }

  /// The words after `coatcheck login` that do the same again. Files are named by their whole paths; no
  /// secret is among them.
  var words: [String] { get }

  /// Checks the options, without reading a file and without the network.
  ///
  /// - Throws: `ValidationError`.
  func check() throws

  /// Reads the files that the options name.
  ///
  /// - Parameters:
  ///   - context: What the command works with.
  ///   - prompt: What asks the user for a password.
  func plan(in context: CommandContext, asking prompt: UserPrompt) throws -> SignInPlan
}

extension SignInProfile {
  var usualName: String? { nil }
}
