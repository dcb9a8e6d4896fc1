// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckAccounts
import CoatcheckIDaaSServer
import CoatcheckIssuer
public import CoatcheckOAuth

/// The solution of a slider, for tests.
extension IDaaSTestServer {
  /// Returns the right position of a slider's piece: the distance from the left edge of the picture to the
  /// left edge of the piece, in pixels of the picture.
  ///
  /// It decrypts the server's own record with the master key. No response of the server discloses the
  /// position.
  ///
  /// - Parameter token: The token of the challenge.
  /// - Returns: Nil when there is no such challenge, or it was answered already.
  /// - Throws: `StoreError` when the store cannot be read.
  public func slide(for token: Secret) async throws -> Int? {
    guard
      let record = try await store.record(.challenge, TokenDigest(of: token), at: clock.now)
    else { return nil }
    return SliderPuzzle.answer(
      in: record, sealer: Sealer(master: try TestKeys.master(), environment: .live))
  }
}
