// SPDX-License-Identifier: Apache-2.0

/// Why a mail server did not take a message. It holds no address, no password, and no text of the server's.
public struct SMTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// How far the exchange came.
  public enum Step: String, Sendable {
    /// The message is written.
    case writing
    /// The connection is opened.
    case connecting
    /// The server's first words.
    case greeting
    /// The server says what it can.
    case hello = "EHLO"
    /// TLS is requested.
    case startTLS = "STARTTLS"
    /// The TLS handshake.
    case handshake
    /// The account authenticates.
    case authentication = "AUTH"
    /// The sender's address.
    case sender = "MAIL"
    /// The recipient's address.
    case recipient = "RCPT"
    /// The message is announced.
    case data = "DATA"
    /// The message was sent to its end.
    case content
  }

  /// What went wrong.
  public enum Cause: Sendable, Equatable {
    /// The server refused: its reply code, and the status code of
    /// [RFC 3463](https://www.rfc-editor.org/rfc/rfc3463) where it has one.
    case reply(Int, status: String?)
    /// There is no connection: the system's reason.
    case unreachable(String)
    /// The server does not offer TLS.
    case noTLS
    /// The TLS handshake failed, or the certificate is not trusted: the library's reason.
    case untrusted(String)
    /// The server offers no mechanism that is known here.
    case noMechanism
    /// The server sent something that no command asked for, or that is no reply.
    case unreadable
    /// The server closed the connection.
    case closed
    /// The time was over.
    case timedOut
    /// The program cancelled this.
    case cancelled
    /// An address is not one.
    case address
    /// A header field holds a control character.
    case header
  }

  /// How far the exchange came.
  public let step: Step
  /// What went wrong.
  public let cause: Cause

  init(_ step: Step, _ cause: Cause) {
    self.step = step
    self.cause = cause
  }

  /// Whether the server may have taken the message all the same.
  ///
  /// "Receipt of the end of mail data indication requires the server to process the stored mail transaction
  /// information." [RFC 5321 §4.1.1.4](https://www.rfc-editor.org/rfc/rfc5321#section-4.1.1.4). Before it there is nothing to process.
  public var isUncertain: Bool {
    if case .reply = cause { return false }
    return step == .content
  }

  /// The step and the reason, for a log.
  public var description: String {
    let reason =
      switch cause {
      case .reply(let code, let status): "\(code)" + (status.map { " \($0)" } ?? "")
      case .unreachable(let reason): "unreachable: \(reason)"
      case .noTLS: "the server does not offer TLS"
      case .untrusted(let reason): "not trusted: \(reason)"
      case .noMechanism: "the server offers neither PLAIN nor LOGIN"
      case .unreadable: "the server sent what is no reply"
      case .closed: "the server closed the connection"
      case .timedOut: "timed out"
      case .cancelled: "cancelled"
      case .address: "the address cannot be used"
      case .header: "a header field holds a control character"
      }
    return "\(step.rawValue): \(reason)"
  }
}
