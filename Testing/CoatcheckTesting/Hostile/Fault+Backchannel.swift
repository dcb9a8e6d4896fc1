// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
public import CoatcheckOAuth

/// CIBA: faults of backchannel authentication. Unless the fault says otherwise, the client must stop without a
/// session.
extension Fault {
  /// The token endpoint returns `slow_down` twice. The client must wait five seconds longer after each.
  public static var slowDown: Fault {
    Fault { $0.backchannelReplies = [.slowDown, .slowDown, .authorizationPending] }
  }
  /// The token endpoint returns `authorization_pending` three times, which is allowed.
  public static var pendingThrice: Fault {
    Fault { $0.backchannelReplies = Array(repeating: .authorizationPending, count: 3) }
  }
  /// The request expires before the user decides: `expired_token`.
  public static var expiredRequest: Fault { Fault { $0.backchannelReplies = [.expiredToken] } }
  /// The user denies the request: `access_denied`.
  public static var deniedRequest: Fault { Fault { $0.backchannelReplies = [.accessDenied] } }
  /// The provider refuses the backchannel request.
  ///
  /// - Parameter code: The error code of the response.
  public static func backchannelRefusal(_ code: OAuthError.Code) -> Fault {
    Fault { $0.backchannelRefusal = code }
  }
  /// The response has no `auth_req_id`.
  public static var missingAuthReqID: Fault { accepted { $0["auth_req_id"] = nil } }
  /// The response has no `expires_in`.
  public static var missingRequestLifetime: Fault { accepted { $0["expires_in"] = nil } }
  /// The response has an interval of twelve seconds, which is allowed. The client must wait as long.
  public static var longInterval: Fault { accepted { $0["interval"] = 12 } }

  private static func accepted(
    name: String = #function, _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Fault {
    Fault(name) { $0.backchannelReply = { reply, _ in change(&reply) } }
  }
}
