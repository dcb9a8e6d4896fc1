// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The reply of a gateway to a message.
enum GatewayReply: Sendable, Equatable {
  /// The message was accepted, with the gateway's id for it.
  case accepted(String)
  case refused(SendingFailure)

  /// The maximum size of a response, in bytes.
  static let maximumSize = 64 << 10

  /// The reply by the status alone, when the body cannot be read. A 5xx may be from a proxy in front of
  /// the gateway, so that it is unknown whether the message was sent.
  static func byStatus(_ head: HTTPResponse) throws(OAuthError) -> GatewayReply {
    if head.status == .tooManyRequests { return .refused(.limited(retryAfter: retryAfter(head))) }
    if (400..<500).contains(head.status.code) { return .refused(.transient) }
    throw .unreadable(
      .replyMalformed, "The gateway's response cannot be read.", status: head.status.code)
  }

  /// The seconds of `Retry-After`, from one to an hour.
  static func retryAfter(_ head: HTTPResponse) -> Int? {
    head.headerFields[.retryAfter].flatMap { Int($0) }.map { min(max($0, 1), 3600) }
  }
}
