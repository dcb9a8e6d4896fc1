// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

extension TestServer {
  /// Announces new signing keys and removes old ones that are due by the server's clock, as the daemon does
  /// every few minutes.
  ///
  /// - Throws: If the store fails.
  public func maintainKeys() async throws { try await keys.maintain() }

  /// Replaces the signing keys now.
  ///
  /// - Parameter replacement: Whether tokens of the old keys stay valid.
  /// - Throws: If the store fails.
  public func rotateKeys(_ replacement: SigningKeys.Replacement = .orderly) async throws {
    try await keys.rotate(replacement)
  }
}
