// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
public import CoatcheckOAuth

/// CIBA: what comes of asking a person on their own device. Where there is no word about it, a client must
/// give up and sign nobody in.
extension Fault {
  /// `slow_down` comes twice. A client must wait five seconds longer after each.
  public static var slowDown: Fault {
    Fault { $0.backchannelReplies = [.slowDown, .slowDown, .authorizationPending] }
  }
  /// The person takes their time: three questions bring `authorization_pending`. It is right.
  public static var pendingThrice: Fault {
    Fault { $0.backchannelReplies = Array(repeating: .authorizationPending, count: 3) }
  }
  /// The request has ended before the person said anything: `expired_token`.
  public static var expiredRequest: Fault { Fault { $0.backchannelReplies = [.expiredToken] } }
  /// The person said no: `access_denied`.
  public static var deniedRequest: Fault { Fault { $0.backchannelReplies = [.accessDenied] } }
  /// The backchannel request itself is refused with this code.
  public static func backchannelRefusal(_ code: OAuthError.Code) -> Fault {
    Fault { $0.backchannelRefusal = code }
  }
  /// The acceptance has no `auth_req_id`.
  public static var missingAuthReqID: Fault { accepted { $0["auth_req_id"] = nil } }
  /// The acceptance has no `expires_in`.
  public static var missingRequestLifetime: Fault { accepted { $0["expires_in"] = nil } }
  /// The acceptance has an interval of twelve seconds. It is right, and a client must wait as long.
  public static var longInterval: Fault { accepted { $0["interval"] = 12 } }

  private static func accepted(
    name: String = #function, _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Fault {
    Fault(name) { $0.backchannelReply = { reply, _ in change(&reply) } }
  }
}
