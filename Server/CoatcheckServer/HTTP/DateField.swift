// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Sets the `Date` header field of all responses by the clock of the server.
///
/// [RFC 9110 §6.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1): "The "Date" header field
/// represents the date and time at which the message was originated". Clients use it to find the error of
/// their own clocks.
final class DateField: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// A clock: that of the machine, or one that is moved.
  typealias Clock = @Sendable () -> Date

  private let now: Clock
  /// The text of the last second in which the connection was used.
  private var last: (second: Int, text: String)?

  init(clock: @escaping Clock) { now = clock }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    head.headerFields[.date] = text(of: now())
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }

  private func text(of date: Date) -> String {
    let second = Int(date.timeIntervalSince1970.rounded(.down))
    if let last, last.second == second { return last.text }
    let text = HTTPDate.text(date)
    last = (second, text)
    return text
  }
}
