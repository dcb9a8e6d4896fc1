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
      try pipeline.addHandlers(DrainDeadline(patience: limits.drain), EndOfInput())
      try pipeline.configureHTTPServerPipeline(
        withErrorHandling: false, withOutboundHeaderValidation: false,
        withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoderLimits)
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(ConnectionRules(), position: .after(decoder))
      let connection = AcceptedConnection(channel, respond: respond)
      try pipeline.addHandlers(
        HTTP1ToHTTPServerCodec(secure: false),
        SlowReader(patience: limits.answerDeadline),
        DateField(date),
        HTTPConnectionStateHandler(idleTimeout: limits.idle, logger: logger),
        RequestReader(for: connection, of: peer, limits: limits, addresses: addresses))
      return connection
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async { await value.serve() }

  private var decoderLimits: NIOHTTPDecoderLimitConfiguration {
    var decoder = NIOHTTPDecoderLimitConfiguration()
    decoder.maxHeaderFieldSize = limits.headers
    decoder.maxHeaderListSize = limits.headers + limits.target
    decoder.maxHeaderFieldCount = limits.headerCount
    return decoder
  }
}
