// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// What a gateway said about a message.
enum GatewayReply: Sendable, Equatable {
  /// It took the message, and calls it this.
  case accepted(String)
  case refused(SendingFailure)

  /// The maximum size of a response, in bytes.
  static let maximumSize = 64 << 10

  /// What a status says where the body says nothing. A proxy may have answered in the gateway's place, so
  /// that an error of a server leaves it open whether the message went out.
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
