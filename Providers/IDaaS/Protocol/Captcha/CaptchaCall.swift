// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Requests a captcha: `GET /api/v2/sdk/captcha`.
public struct CaptchaCall: IDaaSCall {
  /// `GET`
  public static let method = HTTPRequest.Method.get
  /// `/api/v2/sdk/captcha`
  public static let path = "/api/v2/sdk/captcha"

  /// The kind of captcha: the query parameter `type`.
  public let kind: CaptchaKind
  /// The purpose of the code that the captcha permits: the query parameter `purpose`; nil when only the
  /// solution names it.
  public let purpose: MessageType?

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - kind: The kind of captcha: the query parameter `type`.
  ///   - purpose: The purpose of the code that the captcha permits: the query parameter `purpose`; nil
  ///     when only the solution names it.
  public init(kind: CaptchaKind = .slider, purpose: MessageType? = nil) {
    self.kind = kind
    self.purpose = purpose
  }

  /// The message of this call: its query.
  public func message() throws(OAuthError) -> CallMessage {
    var query: Parameters = ["type": kind.rawValue]
    query["purpose"] = purpose?.rawValue
    return CallMessage(query: query)
  }

  /// Reads the call from a message: its query.
  public init(_ message: CallMessage) throws(Refusal) {
    let type = message.query["type"] ?? CaptchaKind.slider.rawValue
    guard let kind = CaptchaKind(rawValue: type) else {
      throw Refusal(.parameterValue, "type", detail: .badFormat)
    }
    self.kind = kind
    purpose = try MessageType.purpose(message.query["purpose"])
  }

  /// Reads the captcha from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> CaptchaChallenge {
    try CaptchaChallenge(json: json.object())
  }

  /// Writes the captcha as the response body.
  public static func json(_ reply: CaptchaChallenge) -> JSONValue { .object(reply.json) }
}

extension MessageType {
  /// Reads the purpose of a captcha: the type of message that its proof permits.
  ///
  /// - Throws: `messageTypeUnknown`.
  static func purpose(_ text: String?) throws(Refusal) -> MessageType? {
    guard let text else { return nil }
    guard let purpose = MessageType(rawValue: text) else { throw Refusal(.messageTypeUnknown) }
    return purpose
  }
}
