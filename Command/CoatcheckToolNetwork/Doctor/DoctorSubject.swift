// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckOAuth
import Foundation

/// The input of the checks.
struct DoctorSubject: Sendable {
  let context: CommandContext
  /// The stored sessions; none if the store cannot be read.
  let sessions: [StoredSession]
  /// The user's list of places; empty if it cannot be read.
  let rules: PlaceRules
  /// Whether the providers are asked as well.
  let isOnline: Bool

  var now: Date { context.environment.now() }

  /// The configuration files of other programs.
  var files: ProgramFiles { ProgramFiles(variable: context.variable) }

  /// The finding for a command line by which another program starts `coatcheck`; nil if that can be
  /// started, or if the line starts another program.
  ///
  /// - Parameter program: The name of the other program for `coatcheck setup`, where that is not the
  ///   subject.
  func trouble(
    _ subject: String, command: String, of program: String? = nil
  ) -> DoctorFinding? {
    let text = command.trimmingPrefix("!").drop(while: \.isWhitespace)
    let quote = text.first.flatMap { "\"'".contains($0) ? $0 : nil }
    let word = String(
      quote.map { quote in text.dropFirst().prefix { $0 != quote } }
        ?? text.prefix { !$0.isWhitespace })
    guard word.split(separator: "/").last?.contains("coatcheck") == true,
      ProgramPath.find(word, variable: context.variable) == nil
    else { return nil }
    return .failed(
      subject, "there is no program \(word)",
      word.contains("/")
        ? "run again: coatcheck setup \(program ?? subject)" : "put its folder into PATH")
  }

  /// The finding for a server that a program's configuration names; nil if the user's list has an account
  /// for it.
  func trouble(_ subject: String, address: String) -> DoctorFinding? {
    do throws(CommandFailure) {
      let place = try Place(address)
      guard rules.rule(for: place, account: nil) == nil else { return nil }
      return .failed(
        subject, "\(place) asks for credentials, and no account is chosen for it",
        "choose one with: coatcheck helper map \(place) ACCOUNT")
    } catch {
      return .failed(subject, error, .misconfigured)
    }
  }
}

/// A group of checks.
protocol DoctorCheck: Sendable {
  /// The name of the group: `coatcheck doctor NAME`.
  static var name: String { get }

  /// Runs the checks; no findings where there is nothing to check.
  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding]
}
