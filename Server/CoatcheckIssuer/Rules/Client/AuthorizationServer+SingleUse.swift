// SPDX-License-Identifier: Apache-2.0
import CoatcheckFoundation
import CoatcheckOAuth

extension AuthorizationServer {
  /// How long the use of a token is remembered after the token has expired, in seconds. Servers that share a store
  /// remove what has expired by clocks that may differ by ten seconds, and a request may wait for the store
  /// after its token was verified.
  private static let retention: TimeInterval = 60

  /// Records the use of a token that is accepted only once.
  ///
  /// - Parameters:
  ///   - key: The identifier of the token, such as its `jti`.
  ///   - namespace: What the identifier is unique in.
  ///   - end: When the token expires.
  /// - Returns: Whether this is the first use. False also if the request waited for so long that another
  ///   server may have removed the record of an earlier use.
  func isFirstUse(
    of key: String, in namespace: String, expiringAt end: Date
  ) async throws -> Bool {
    let isNew = try await store.insertOnce(
      namespace: namespace, key: key, expiresAt: end.addingTimeInterval(Self.retention),
      at: environment.now())
    return isNew && environment.now() < end.addingTimeInterval(Self.retention / 2)
  }
}
