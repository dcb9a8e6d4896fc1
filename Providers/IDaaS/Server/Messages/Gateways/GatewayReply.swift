// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// What a gateway said about a message.
enum GatewayReply: Sendable, Equatable {
  /// It took the message, and calls it this.
  case accepted(String)
  /// It didn't.
  case refused(SendingFailure)

  /// What a status says where the body says nothing. A proxy may have answered in the gateway's place, so
  /// that an error of a server leaves it open whether the message went out.
  static func byStatus(_ head: HTTPResponse) throws(OAuthError) -> GatewayReply {
    if head.status == .tooManyRequests { return .refused(.limited(retryAfter: retryAfter(head))) }
    if (400..<500).contains(head.status.code) { return .refused(.transient) }
    throw .unreadable(
      .replyMalformed, "The gateway's answer can't be read.", status: head.status.code)
  }

  /// The seconds of `Retry-After`, from one to an hour.
  static func retryAfter(_ head: HTTPResponse) -> Int? {
    head.headerFields[.retryAfter].flatMap { Int($0) }.map { min(max($0, 1), 3600) }
  }
}

/// How messages are handed to a gateway over HTTP.
struct GatewayLine: Sendable {
  /// The longest answer that is read, in bytes.
  private static let maximumReply = 64 << 10

  let transport: any HTTPTransport
  let environment: CoatcheckOAuth.RuntimeEnvironment
  let deadline: Duration

  /// Sends a message, once.
  ///
  /// None of the gateways knows a message that it gets twice: whatever goes wrong after the request began to
  /// leave, it isn't sent again, and nobody says that it wasn't sent.
  func send<E: Exchange>(
    _ exchange: E
  ) async throws(SendingFailure) -> String where E.Reply == GatewayReply {
    let answer: GatewayReply
    do throws(OAuthError) {
      answer = try await transport.perform(
        exchange, limit: ResponseLimit(bytes: Self.maximumReply, deadline: deadline),
        environment: environment)
    } catch {
      throw error.outcome == .misused ? .transient : .unknownOutcome
    }
    switch answer {
    case .accepted(let name): return name
    case .refused(let failure): throw failure
    }
  }
}
