// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckIssuer
import CoatcheckOAuth

/// How long signing keys sign, and how long they are known before and after.
struct KeyRotationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How long a signing key signs, in days.", valueName: "days"))
  var keyLifetime = KeyRotation.standard.lifetime / 86_400

  @Option(
    help: ArgumentHelp(
      "How long a signing key is published before it signs, in days.", valueName: "days"))
  var keyAnnouncement = KeyRotation.standard.announcement / 86_400

  @Option(
    help: ArgumentHelp(
      "How long a signing key is published after it signed, in days.", valueName: "days"))
  var keyRetention = KeyRotation.standard.retention / 86_400

  /// The figures.
  ///
  /// - Throws: `misused` for figures that would lose tokens.
  func rotation() throws(OAuthError) -> KeyRotation {
    try KeyRotation(
      lifetime: keyLifetime * 86_400, announcement: keyAnnouncement * 86_400,
      retention: keyRetention * 86_400)
  }

  func validate() throws {
    do {
      _ = try rotation()
    } catch {
      throw ValidationError("--key-\(error.parameter ?? "lifetime"): \(error.reason)")
    }
  }
}
