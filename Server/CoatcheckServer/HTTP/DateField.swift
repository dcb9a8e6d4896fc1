// SPDX-License-Identifier: Apache-2.0
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

  private let date: ClockText

  /// - Parameter date: The date of the responses, as ``HTTPDate`` writes it.
  init(_ date: ClockText) { self.date = date }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    head.headerFields[.date] = date.text()
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
