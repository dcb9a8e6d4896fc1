// SPDX-License-Identifier: Apache-2.0

/// What went wrong, who failed, and what it is called.
///
/// ``outcome`` says who failed, ``code`` names the failure, ``reason`` is a sentence that may be
/// shown to a user. No part of it ever holds a token, a code or a password. Two errors are equal
/// when their outcome and code are.
public struct OAuthError: Error, Sendable {
  /// Who failed, hence what follows.
  public enum Outcome: String, Sendable, Hashable {
    /// The peer refused the request. The same request is refused again.
    case refused
    /// The peer answered something that cannot be used, or must not be believed.
    case unreadable
    /// The peer was not reached or was not able to answer. Asking again later may help.
    case unreachable
    /// The caller asked for something impossible. Nothing was sent.
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
  /// The status of the HTTP response, when there was one.
  public let status: Int?
  /// The parameter, member or argument which is at fault.
  public let parameter: String?
  /// How long the peer asks to wait before the next request, from one second to one hour.
  public var retryAfter: Duration?
  /// Why the session ended, when the error reports that.
  public var endReason: EndReason?
  /// What kept the request from its peer, where the system says it: the name, the network, TLS.
  public var networkFailure: NetworkFailure?
  /// The provider's own name or number of the error, where it has one besides ``code``: at most 60
  /// characters on one line, with control characters and invisible ones taken out.
  public let providerCode: String?
  /// How many more tries the peer allows, where it says so.
  public let attemptsLeft: Int?
  /// The provider's finer word for what ``providerCode`` says broadly, cut and cleaned as that.
  public let providerDetail: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - outcome: Who failed.
  ///   - code: The name of the failure.
  ///   - reason: What happened, in a sentence that is safe to show and to log.
  ///   - status: The status of the HTTP response.
  ///   - parameter: The parameter, member or argument at fault.
  ///   - peer: What the peer reported, as it was received.
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

  /// The same error with the time to wait before the next request.
  ///
  /// - Parameter delay: The time to wait.
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
  /// The caller's mistake, named after the argument at fault.
  public static func misused(_ parameter: String, _ reason: String) -> OAuthError {
    OAuthError(outcome: .misused, code: .invalidArgument, reason: reason, parameter: parameter)
  }

  /// An error response. A server throws it, and `response(_:)` writes it.
  public static func refused(
    _ code: Code, _ reason: String, parameter: String? = nil, status: Int? = nil
  ) -> OAuthError {
    OAuthError(
      outcome: .refused, code: code, reason: reason, status: status, parameter: parameter)
  }

  /// A response that cannot be used.
  public static func unreadable(
    _ code: Code, _ reason: String, parameter: String? = nil, status: Int? = nil
  ) -> OAuthError {
    OAuthError(
      outcome: .unreadable, code: code, reason: reason, status: status, parameter: parameter)
  }

  /// A peer that was not reached.
  public static func unreachable(
    _ code: Code, _ reason: String, status: Int? = nil, retryAfter: Duration? = nil
  ) -> OAuthError {
    OAuthError(outcome: .unreachable, code: code, reason: reason, status: status)
      .retrying(after: retryAfter)
  }

  /// Whether the same request may succeed later: the peer was not reached, or was too busy.
  public var isTransient: Bool {
    outcome == .unreachable && code != .cancelled && code != .userCancelled
  }
}
