// SPDX-License-Identifier: Apache-2.0

/// An error of the protocol: who failed, what the failure is called, and what happened.
///
/// ``outcome`` says who failed, ``code`` names the failure, ``reason`` is a sentence that may be shown to
/// a user. No part of it ever holds a token, a code or a password. Two errors are equal when their
/// outcome and code are.
public struct OAuthError: Error, Sendable {
  /// Who failed, and therefore whether the same request can succeed later.
  public enum Outcome: String, Sendable, Hashable {
    /// The peer refused the request. The same request is refused again.
    case refused
    /// The peer sent something that is malformed or fails a check. None of it may be used.
    case unreadable
    /// The peer was not reached or cannot answer now. The same request may succeed later.
    case unreachable
    /// An argument of the caller cannot be used. Nothing was sent.
    case misused
  }

  /// Who failed.
  public let outcome: Outcome
  /// The name of the failure; the peer's own code where it sent one.
  public let code: Code
  /// What happened, in a sentence that is safe to show and to log.
  public let reason: String
  /// The peer's `error_description`: at most 200 characters on one line, with control characters
  /// and invisible ones taken out. It is untrusted text: show it as a quotation, never as your
  /// own.
  public let peerDescription: String?
  /// The peer's `error_uri`, where it is a plain `http` or `https` address of at most 2,048
  /// characters.
  public let errorURI: String?
  /// The status of the HTTP response, when there was one. In an error that a server throws, the status to
  /// answer with; nil for the usual status of the code.
  public let status: Int?
  /// The name of the parameter, member or argument at fault: at most 60 characters.
  public let parameter: String?
  /// How long the peer asks to wait before the next request, from one second to one hour where it is read
  /// from a response; nil when the peer does not say.
  public var retryAfter: Duration?
  /// Why the session ended; nil unless ``code`` is ``OAuthError/Code/sessionEnded``.
  public var endReason: EndReason?
  /// Why there is no response, where the system reports it: name resolution, the network, the connection
  /// or TLS.
  public var networkFailure: NetworkFailure?
  /// The provider's own name or number of the error, where it has one besides ``code``: at most 60
  /// characters on one line, with control characters and invisible ones taken out.
  public let providerCode: String?
  /// How many more attempts the peer allows; nil when the response does not state it.
  public let attemptsLeft: Int?
  /// A more detailed code of the provider besides ``providerCode``, shortened and cleaned in the same
  /// way.
  public let providerDetail: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - outcome: Who failed.
  ///   - code: The name of the failure.
  ///   - reason: What happened, in a sentence that is safe to show and to log.
  ///   - status: The status of the HTTP response; nil when there was no response.
  ///   - parameter: The name of the parameter, member or argument at fault. It is cut at 60 characters.
  ///   - peer: What the peer reported, as it was received. The error keeps a shortened and cleaned copy.
  public init(
    outcome: Outcome, code: Code, reason: String, status: Int? = nil, parameter: String? = nil,
    peer: PeerReport = PeerReport()
  ) {
    self.outcome = outcome
    self.code = code
    self.reason = reason
    self.status = status
    self.parameter = parameter.map { PrintableText.line($0, limit: 60) }
    peerDescription = peer.description.map { PrintableText.line($0, limit: 200) }
    errorURI = peer.uri.flatMap { text in
      guard text.utf8.count <= 2048, let parts = URIParts(text), parts.isWeb else { return nil }
      return text
    }
    providerCode = peer.code.flatMap { $0.isEmpty ? nil : PrintableText.line($0, limit: 60) }
    providerDetail = peer.detail.flatMap { $0.isEmpty ? nil : PrintableText.line($0, limit: 60) }
    attemptsLeft = peer.attemptsLeft
  }

  /// Returns the same error with ``retryAfter`` set.
  ///
  /// - Parameter delay: The time to wait before the next request; nil when the peer did not say.
  public func retrying(after delay: Duration?) -> OAuthError {
    var error = self
    error.retryAfter = delay
    return error
  }
}

extension OAuthError: Equatable {
  /// Whether outcome and code are the same.
  public static func == (one: OAuthError, other: OAuthError) -> Bool {
    one.outcome == other.outcome && one.code == other.code
  }
}

extension OAuthError: CustomStringConvertible {
  /// One line, safe to log: `refused (invalid_grant): … The peer says: "…" [HTTP 400]`.
  public var description: String {
    var line = "\(outcome.rawValue) (\(code.rawValue)): \(reason)"
    if let parameter { line += " [parameter \(parameter)]" }
    if let peerDescription { line += " The peer says: \"\(peerDescription)\"" }
    if let providerCode { line += " [code \(providerCode)]" }
    if let status { line += " [HTTP \(status)]" }
    return line
  }
}

extension OAuthError {
  /// Creates the error for a mistake of the caller: outcome `misused`, code
  /// ``OAuthError/Code/invalidArgument``.
  ///
  /// - Parameters:
  ///   - parameter: The name of the argument at fault.
  ///   - reason: What is wrong with it, in a sentence that is safe to show and to log.
  public static func misused(_ parameter: String, _ reason: String) -> OAuthError {
    OAuthError(outcome: .misused, code: .invalidArgument, reason: reason, parameter: parameter)
  }

  /// Creates an error response. A server throws it, and `response(_:)` of the exchange writes it.
  ///
  /// [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
  ///
  /// - Parameters:
  ///   - code: The error code, which is sent as `error`.
  ///   - reason: What happened, in a sentence that is safe to show and to log. It is sent as
  ///     `error_description`.
  ///   - parameter: The name of the parameter at fault. It is not sent.
  ///   - status: The HTTP status to answer with; nil for the usual status of the code, which is 400 for
  ///     most.
  public static func refused(
    _ code: Code, _ reason: String, parameter: String? = nil, status: Int? = nil
  ) -> OAuthError {
    OAuthError(
      outcome: .refused, code: code, reason: reason, status: status, parameter: parameter)
  }

  /// Creates the error for a response that cannot be used.
  ///
  /// - Parameters:
  ///   - code: The name of the failure.
  ///   - reason: What is wrong with the response, in a sentence that is safe to show and to log.
  ///   - parameter: The name of the member, claim or field at fault.
  ///   - status: The status of the HTTP response; nil when there was no response.
  public static func unreadable(
    _ code: Code, _ reason: String, parameter: String? = nil, status: Int? = nil
  ) -> OAuthError {
    OAuthError(
      outcome: .unreadable, code: code, reason: reason, status: status, parameter: parameter)
  }

  /// Creates the error for a peer that was not reached or cannot answer now.
  ///
  /// - Parameters:
  ///   - code: The name of the failure.
  ///   - reason: What happened, in a sentence that is safe to show and to log.
  ///   - status: The status of the HTTP response; nil when there was no response.
  ///   - retryAfter: How long the peer asks to wait before the next request; nil when it does not say.
  public static func unreachable(
    _ code: Code, _ reason: String, status: Int? = nil, retryAfter: Duration? = nil
  ) -> OAuthError {
    OAuthError(outcome: .unreachable, code: code, reason: reason, status: status)
      .retrying(after: retryAfter)
  }

  /// Whether the same request may succeed later: the peer was not reached or cannot answer now, and
  /// neither the program nor the user cancelled the request.
  public var isTransient: Bool {
    outcome == .unreachable && code != .cancelled && code != .userCancelled
  }
}
