// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// An error by the numbers of NXOAuth2Client, for apps whose code handles these numbers.
///
/// ```swift
/// if error.nxCode == NXErrorCode(.oauth, -2001) { … }   // the token could not be refreshed
/// ```
public struct NXErrorCode: Sendable, Hashable {
  /// The domains of the numbers.
  public enum Domain: String, Sendable, Hashable {
    /// The errors of OAuth: `NXOAuth2ErrorDomain`.
    case oauth = "NXOAuth2ErrorDomain"
    /// Status codes of HTTP.
    case http = "NXOAuth2HTTPErrorDomain"
    /// The errors of the system's network calls.
    case url = "NSURLErrorDomain"
  }

  /// The domain of the number.
  public let domain: Domain
  /// The number within its domain.
  public let code: Int

  /// Creates an error from its domain and its number.
  ///
  /// - Parameters:
  ///   - domain: The domain of the number.
  ///   - code: The number, such as -2001 or a status code.
  public init(_ domain: Domain, _ code: Int) {
    self.domain = domain
    self.code = code
  }

  /// The number of an error.
  ///
  /// The old library used its seven numbers of OAuth errors for redirects only, and the status for each
  /// error response of the token endpoint. Here the seven numbers are used wherever the server returned
  /// the error code; an error code that the old library did not know, such as `invalid_grant`, has the
  /// status as its number.
  public init(_ error: OAuthError) {
    if let code = Self.oauth[error.code] {
      self.init(.oauth, code)
    } else if error.isLost {
      self.init(.oauth, -2001)
    } else if let status = error.status, status >= 400 {
      self.init(.http, status)
    } else if let code = Self.network(error) {
      self.init(.url, code)
    } else {
      self.init(.oauth, 0)
    }
  }

  private static let oauth: [OAuthError.Code: Int] = [
    .invalidRequest: -1001, .invalidClient: -1002, .unauthorizedClient: -1003,
    .redirectURIMismatch: -1004, .accessDenied: -1005, .unsupportedResponseType: -1006,
    .invalidScope: -1007,
  ]

  /// The number that the system's network calls use for this error; nil if it is not an error of the
  /// network.
  private static func network(_ error: OAuthError) -> Int? {
    if let failure = error.networkFailure { return failures[failure] }
    if let code = network[error.code] { return code }
    return error.outcome == .unreachable ? -1 : nil
  }

  /// The system's numbers: cannot find host, not connected to the Internet, cannot connect, connection lost,
  /// secure connection failed.
  private static let failures: [NetworkFailure: Int] = [
    .hostUnknown: -1003, .offline: -1009, .connectionRefused: -1004, .connectionLost: -1005,
    .handshakeFailed: -1200,
  ]

  /// The system's numbers: timed out, cannot connect, cancelled by the program and by the user, bad response,
  /// cannot parse, certificate not trusted, not secure enough.
  private static let network: [OAuthError.Code: Int] = [
    .timedOut: -1001, .connectionFailed: -1004, .cancelled: -999, .userCancelled: -1012,
    .serverUnavailable: -1011, .replyMalformed: -1017, .certificateMismatch: -1202,
    .insecureEndpoint: -1022,
  ]
}

extension OAuthError {
  /// The error by the numbers of NXOAuth2Client.
  public var nxCode: NXErrorCode { NXErrorCode(self) }

  /// Whether there are no valid tokens, and only the user can get new ones.
  fileprivate var isLost: Bool {
    code == .sessionEnded || outcome == .refused && code == .interactionRequired
  }
}
