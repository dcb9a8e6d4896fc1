// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import CoatcheckWeiboTesting
import CoatcheckIDaaSServer
import CoatcheckOAuth
import CoatcheckServer

extension IDaaSTestServer {
  /// Starts a server for programs in any language: its clock runs, and a user of Weibo becomes a user here
  /// without a registration.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any free one.
  ///   - users: The users that Weibo knows.
  ///   - lifetime: The lifetime of ID tokens in seconds; nil for the default.
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
