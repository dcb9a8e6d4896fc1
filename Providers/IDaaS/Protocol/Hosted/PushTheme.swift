// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Stores a theme for the hosted pages of a sign-in in a browser: `POST /api/v2/sdk/theme`.
///
/// That sign-in begins with a URL, which is too short for a theme with pictures. The URL contains the
/// handle of the stored theme instead.
public struct PushTheme: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = PushedTheme
  /// `/api/v2/sdk/theme`
  public static let path = "/api/v2/sdk/theme"

  /// The look of the pages.
  public let theme: PageTheme

  /// Creates the call.
  public init(_ theme: PageTheme) { self.theme = theme }

  /// The message of this call: a JSON body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: ["theme": .object(theme.json)])
  }

  /// Reads the call from a message: its JSON body.
  public init(_ message: CallMessage) throws(Refusal) {
    guard let document = try message.body.optionalObject("theme") else {
      throw Refusal(.parameterMissing, "theme", detail: .missingParameter)
    }
    theme = try PageTheme(json: document)
  }
}

/// The reply to ``PushTheme``: the handle of the stored theme.
public struct PushedTheme: IDaaSReply {
  /// The handle. It can be used once, by this installation.
  public var handle: Secret
  /// The lifetime of the stored theme in seconds; 0 when the server does not say.
  public var expire: Int

  /// Creates the reply.
  ///
  /// - Parameters:
  ///   - handle: The handle of the stored theme.
  ///   - expire: The lifetime of the stored theme in seconds.
  public init(handle: Secret, expire: Int) {
    self.handle = handle
    self.expire = expire
  }

  /// The reply as a response body.
  public var json: JSONValue {
    .object(["theme": .string(handle.reveal()), "expire": .number(JSONNumber(expire))])
  }

  /// Reads the reply from a response body.
  public init(json value: JSONValue) throws(OAuthError) {
    let json = try value.object()
    self.init(handle: Secret(try json.wanted("theme")), expire: json.integer("expire") ?? 0)
  }
}
