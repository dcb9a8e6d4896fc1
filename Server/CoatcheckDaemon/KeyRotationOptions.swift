// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckIssuer
import CoatcheckOAuth

/// How long signing keys sign, and how long they are published before and after.
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

  /// The durations, with the defaults for those that are not given.
  ///
  /// - Throws: `misused` for durations with which a valid token could not be verified.
  func rotation() throws(OAuthError) -> KeyRotation {
    let usual = KeyRotation.standard
    return try KeyRotation(
      lifetime: keyLifetime.map { $0 * 86_400 } ?? usual.lifetime,
      announcement: keyAnnouncement.map { $0 * 86_400 } ?? usual.announcement,
      retention: keyRetention.map { $0 * 86_400 } ?? usual.retention)
  }
}
