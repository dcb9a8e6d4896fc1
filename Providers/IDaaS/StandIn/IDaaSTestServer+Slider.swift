// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckAccounts
import CoatcheckIDaaSServer
import CoatcheckIssuer
public import CoatcheckOAuth

/// The solution of a slider, for tests.
extension IDaaSTestServer {
  /// Where a slider's piece belongs: how many pixels of the picture its left is from the picture's left.
  ///
  /// It opens the server's own record, with its master key. Nothing that the server answers tells.
  ///
  /// - Parameter token: The challenge's token.
  /// - Returns: Nil when there is no such challenge, or it was answered already.
  public func slide(for token: Secret) async throws -> Int? {
    guard
      let record = try await store.record(.challenge, TokenDigest(of: token), at: clock.now)
    else { return nil }
    return SliderPuzzle.answer(
      in: record, sealer: Sealer(master: try TestKeys.master(), environment: .live))
  }
}
