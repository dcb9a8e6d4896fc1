// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

extension TestServer {
  /// Does what is due to the signing keys by the server's clock, as the daemon's housekeeping does every
  /// few minutes: announces the next ones, forgets those that nobody needs.
  ///
  /// - Throws: when the store does not answer.
  public func maintainKeys() async throws { try await keys.maintain() }

  /// Replaces the signing keys now.
  ///
  /// - Parameter replacement: whether tokens of the old keys are still good.
  /// - Throws: when the store does not answer.
  public func rotateKeys(_ replacement: SigningKeys.Replacement = .orderly) async throws {
    try await keys.rotate(replacement)
  }
}
