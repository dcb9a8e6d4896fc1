// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// The reply to a request for a code. A server can answer with `{}` or without a body.
public struct MessageSent: IDaaSReply, Hashable {
  /// The time in seconds before the next code can be requested: `resend_after`; nil when the server does
  /// not say.
  public var resendAfter: Int?
  /// The lifetime of the code in seconds: `expire`; nil when the server does not say.
  public var expire: Int?
  /// The number of digits of the code: `code_length`; nil when the server does not say.
  public var codeLength: Int?

  /// Creates the reply.
  ///
  /// - Parameters:
  ///   - resendAfter: The time in seconds before the next code can be requested.
  ///   - expire: The lifetime of the code in seconds.
  ///   - codeLength: The number of digits of the code.
  public init(resendAfter: Int? = nil, expire: Int? = nil, codeLength: Int? = nil) {
    self.resendAfter = resendAfter
    self.expire = expire
    self.codeLength = codeLength
  }

  /// The reply as a response body.
  public var json: JSONValue {
    var json = JSONObject()
    json.set("resend_after", resendAfter)
    json.set("expire", expire)
    json.set("code_length", codeLength)
    return .object(json)
  }

  /// Reads the reply from a response body.
  public init(json value: JSONValue) throws(OAuthError) {
    let json = value == .null ? [:] : try value.object()
    self.init(
      resendAfter: json.integer("resend_after"), expire: json.integer("expire"),
      codeLength: json.integer("code_length"))
  }
}
