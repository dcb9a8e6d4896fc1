// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckIssuer
import CoatcheckOAuth

/// How long signing keys sign, and how long they are known before and after.
struct KeyRotationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How long a signing key signs, in days. (default: 90)", valueName: "days"))
  var keyLifetime: Double?

  @Option(
    help: ArgumentHelp(
      "How long a signing key is published before it signs, in days. (default: 14)",
      valueName: "days"))
  var keyAnnouncement: Double?

  @Option(
    help: ArgumentHelp(
      "How long a signing key is published after it signed, in days. (default: 14)",
      valueName: "days"))
  var keyRetention: Double?

  /// The figures, with the usual ones for those that are not given.
  ///
  /// - Throws: `misused` for figures that would lose tokens.
  func rotation() throws(OAuthError) -> KeyRotation {
    let usual = KeyRotation.standard
    return try KeyRotation(
      lifetime: keyLifetime.map { $0 * 86_400 } ?? usual.lifetime,
      announcement: keyAnnouncement.map { $0 * 86_400 } ?? usual.announcement,
      retention: keyRetention.map { $0 * 86_400 } ?? usual.retention)
  }
}
