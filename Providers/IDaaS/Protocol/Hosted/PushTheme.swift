// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Deposits the look of the pages that a sign-in in a browser will show: `POST /api/v2/sdk/theme`.
///
/// That sign-in begins with an address, and a theme with pictures does not fit into one. The address names what was deposited.
public struct PushTheme: IDaaSCall {
  /// The reply.
  public typealias Reply = PushedTheme
  /// `/api/v2/sdk/theme`
  public static let path = "/api/v2/sdk/theme"

  /// How the pages look.
  public let theme: PageTheme

  /// A call.
  public init(_ theme: PageTheme) { self.theme = theme }

  /// The body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: ["theme": .object(theme.json)])
  }

  /// Reads the body.
  public init(_ message: CallMessage) throws(Refusal) {
    guard let document = try message.body.optionalObject("theme") else {
      throw Refusal(.parameterMissing, "theme", detail: .missingParameter)
    }
    theme = try PageTheme(json: document)
  }
}

/// A theme that was deposited.
public struct PushedTheme: IDaaSReply {
  /// What names it: accepted once, from this installation.
  public var handle: Secret
  /// How many seconds it waits.
  public var expire: Int

  /// A deposited theme.
  public init(handle: Secret, expire: Int) {
    self.handle = handle
    self.expire = expire
  }

  /// The response's body.
  public var json: JSONValue {
    .object(["theme": .string(handle.reveal()), "expire": .number(JSONNumber(expire))])
  }

  /// Reads the response's body.
  public init(json value: JSONValue) throws(OAuthError) {
    let json = try value.object()
    self.init(handle: Secret(try json.wanted("theme")), expire: json.integer("expire") ?? 0)
  }
}
