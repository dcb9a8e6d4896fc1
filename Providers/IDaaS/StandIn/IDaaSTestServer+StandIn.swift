// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import CoatcheckWeiboTesting
import CoatcheckIDaaSServer
import CoatcheckOAuth
import CoatcheckServer

extension IDaaSTestServer {
  /// A server for programs in any language: its clock runs, and any user of Weibo's becomes a user without
  /// being asked.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any free one.
  ///   - users: Whom Weibo knows.
  ///   - lifetime: How many seconds ID tokens last; nil for the usual.
  /// - Throws: When the port cannot be bound.
  public static func standIn(
    on port: Int, users: [StandInUser], lifetime: Int? = nil
  ) async throws -> IDaaSTestServer {
    try await start(
      clock: .running(), port: port, weibo: WeiboService(users: users),
      settings: { settings in
        if let lifetime { settings.idTokenLifetime = Double(lifetime) }
      }, application: { $0.unassociated = .create })
  }
}
