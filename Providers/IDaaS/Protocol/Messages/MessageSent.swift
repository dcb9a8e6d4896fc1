// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// A code is on its way. Servers that say nothing about it answer `{}` or nothing.
public struct MessageSent: IDaaSReply, Hashable {
  /// How many seconds to wait before the next one: `resend_after`.
  public var resendAfter: Int?
  /// The lifetime of the code in seconds: `expire`.
  public var expire: Int?
  /// How many digits the code has: `code_length`.
  public var codeLength: Int?

  /// A message that was sent.
  public init(resendAfter: Int? = nil, expire: Int? = nil, codeLength: Int? = nil) {
    self.resendAfter = resendAfter
    self.expire = expire
    self.codeLength = codeLength
  }

  /// The response's body.
  public var json: JSONValue {
    var json = JSONObject()
    json.set("resend_after", resendAfter)
    json.set("expire", expire)
    json.set("code_length", codeLength)
    return .object(json)
  }

  /// Reads the response's body.
  public init(json value: JSONValue) throws(OAuthError) {
    let json = value == .null ? [:] : try value.object()
    self.init(
      resendAfter: json.integer("resend_after"), expire: json.integer("expire"),
      codeLength: json.integer("code_length"))
  }
}
