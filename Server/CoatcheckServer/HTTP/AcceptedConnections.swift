// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOSSL

/// Sets up connections: the PROXY protocol and TLS first, then HTTP/1.1 within its limits.
struct AcceptedConnections: ServerChildChannel {
  private let limits: HTTPLimits
  private let addresses: ClientAddresses
  private let certificate: ServerCertificate?
  private let date: ClockText
  private let respond: AcceptedConnection.Responder

  init(
    limits: HTTPLimits, addresses: ClientAddresses, certificate: ServerCertificate? = nil,
    now: @escaping @Sendable () -> Date, respond: @escaping AcceptedConnection.Responder
  ) {
    self.limits = limits
    self.addresses = addresses
    self.certificate = certificate
    date = ClockText(now, format: HTTPDate.text)
    self.respond = respond
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    channel.eventLoop.makeCompletedFuture {
      let peer = ConnectionPeer(channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) })
      let pipeline = channel.pipeline.syncOperations
      if addresses.proxyProtocol == .required {
        try pipeline.addHandler(ProxyProtocolHandler(addresses, naming: peer))
      }
      // A replaced certificate is used for new connections.
      if let certificate {
        try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context))
      }
      let connection = AcceptedConnection(channel, respond: respond)
      try pipeline.addHandlers(
        DrainDeadline(patience: limits.drain),
        EndOfInput(),
        HTTPResponseEncoder(),
        decoder,
        ConnectionRules(),
        HTTPServerPipelineHandler(),
        HTTP1ToHTTPServerCodec(secure: false),
        SlowReader(patience: limits.answerDeadline),
        DateField(date),
        HTTPConnectionStateHandler(idleTimeout: limits.idle, logger: logger),
        RequestReader(for: connection, of: peer, limits: limits, addresses: addresses))
      return connection
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async { await value.serve() }

  private var decoder: ByteToMessageHandler<HTTPRequestDecoder> {
    var head = NIOHTTPDecoderLimitConfiguration()
    head.maxHeaderFieldSize = limits.headers
    head.maxHeaderListSize = limits.headers + limits.target
    head.maxHeaderFieldCount = limits.headerCount
    // The limits of the head do not count the white space between its parts, and the decoder keeps that. Between two
    // reads it keeps only the part of a head that has begun, so that this limits neither bodies nor further requests.
    return ByteToMessageHandler(
      HTTPRequestDecoder(limitConfiguration: head), maximumBufferSize: head.maxHeaderListSize)
  }
}
