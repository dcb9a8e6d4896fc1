// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckClient
public import CoatcheckOAuth

/// Sends codes by Twilio's Messages, with a text of this server's.
public struct TwilioSender: MessageSender {
  /// An account.
  public struct Account: Sendable {
    /// Who messages are from.
    public enum Origin: Sendable {
      /// A number or a name.
      case number(String)
      /// A messaging service: `MG…`.
      case service(String)
    }

    /// The account: `AC…`.
    public var id: String
    /// Who asks: the account itself, or one of its API keys: `SK…`.
    public var keyID: String
    /// The account's token, or the key's secret.
    public var secret: Secret
    /// Who messages are from.
    public var origin: Origin
    /// The host of the pages that a code is typed on, for browsers that fill in codes of their own host.
    public var host: String?
    /// Where the service is.
    public var base = "https://api.twilio.com"

    /// Describes an account.
    public init(id: String, keyID: String? = nil, secret: Secret, origin: Origin) {
      self.id = id
      self.keyID = keyID ?? id
      self.secret = secret
      self.origin = origin
    }
  }

  private let account: Account
  private let line: GatewayLine

  /// A sender.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - transport: reaches the gateway.
  ///   - environment: the clock.
  ///   - deadline: how long the gateway may take. After it, nobody knows whether the message was sent.
  public init(
    _ account: Account, transport: any HTTPTransport, environment: RuntimeEnvironment = .live,
    deadline: Duration = .seconds(10)
  ) {
    self.account = account
    line = GatewayLine(transport: transport, environment: environment, deadline: deadline)
  }

  /// Sends a message.
  public func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    guard case .phone(let number) = message.contact else { throw .invalidContact }
    return try await send(MessageText(message).short(host: account.host), to: number)
  }

  /// Sends a notice.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? {
    guard case .phone(let number) = notice.contact else { return nil }
    return try await send(notice.text, to: number)
  }

  private func send(_ text: String, to number: String) async throws(SendingFailure) -> String {
    var form: Parameters = ["To": number, "Body": text]
    switch account.origin {
    case .number(let number): form["From"] = number
    case .service(let id): form["MessagingServiceSid"] = id
    }
    return try await line.send(
      TwilioExchange(
        base: account.base, accountID: account.id, keyID: account.keyID, secret: account.secret,
        form: form))
  }
}
