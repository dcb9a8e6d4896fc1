// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import Synchronization

/// Sends one message over one connection.
struct SMTPExchange: Sendable {
  /// The current step, which is read also after a timeout or a cancellation.
  final class Progress: Sendable {
    private let current = Mutex(SMTPFailure.Step.connecting)
    var step: SMTPFailure.Step {
      get { current.withLock { $0 } }
      set { current.withLock { $0 = newValue } }
    }
  }

  let server: SMTPServer
  let connection: SMTPConnection
  let progress: Progress

  func send(_ message: MailMessage, at now: Date) async throws {
    do {
      try await perform(message, at: now)
      connection.quit()
    } catch let trouble as SMTPChannelHandler.Trouble {
      if case .reply = trouble.cause { connection.quit() }
      throw trouble
    } catch {
      connection.close()
      throw error
    }
  }

  private func perform(_ message: MailMessage, at now: Date) async throws {
    if server.security == .implicit {
      progress.step = .handshake
      try await connection.secured(at: now)
    }
    progress.step = .greeting
    try await connection.greeting().expect(220)
    var capabilities = try await hello()
    if server.security == .startTLS {
      progress.step = .startTLS
      // An attacker on the network can remove `STARTTLS` from the reply. Without TLS no message is sent.
      guard capabilities.offersTLS else { throw SMTPChannelHandler.Trouble(cause: .noTLS) }
      try await connection.command("STARTTLS").expect(220)
      progress.step = .handshake
      try await connection.secure(at: now)
      // "The client MUST discard any knowledge obtained from the server … prior to the TLS negotiation".
      // https://www.rfc-editor.org/rfc/rfc3207#section-4.2
      capabilities = try await hello()
    }
    if let credentials = server.credentials {
      progress.step = .authentication
      try await authenticate(credentials, capabilities)
    }
    progress.step = .sender
    try await connection.command("MAIL FROM:<\(message.sender.text)>").expect(250)
    progress.step = .recipient
    // 251: "User not local; will forward".
    try await connection.command("RCPT TO:<\(message.recipient.text)>").expect(250, 251)
    progress.step = .data
    try await connection.command("DATA").expect(354)
    progress.step = .content
    try await connection.exchange(MailData.text(message.content)).expect(250)
  }

  private func hello() async throws -> SMTPCapabilities {
    progress.step = .hello
    let reply = try await connection.command(
      "EHLO \(server.clientName ?? connection.addressLiteral)")
    try reply.expect(250)
    return SMTPCapabilities(reply)
  }

  /// Authenticates with the mechanism PLAIN, or else with LOGIN, the only one of some old servers.
  ///
  /// [RFC 4954 §4](https://www.rfc-editor.org/rfc/rfc4954#section-4),
  /// [RFC 4616 §2](https://www.rfc-editor.org/rfc/rfc4616#section-2)
  private func authenticate(
    _ credentials: SMTPServer.Credentials, _ capabilities: SMTPCapabilities
  ) async throws {
    func encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    let password = credentials.password.reveal()
    if capabilities.offers("PLAIN") {
      let response = encoded("\0\(credentials.username)\0\(password)")
      try await connection.command("AUTH PLAIN \(response)").expect(235)
    } else if capabilities.offers("LOGIN") {
      try await connection.command("AUTH LOGIN").expect(334)
      try await connection.command(encoded(credentials.username)).expect(334)
      try await connection.command(encoded(password)).expect(235)
    } else {
      throw SMTPChannelHandler.Trouble(cause: .noMechanism)
    }
  }
}

extension SMTPReply {
  /// - Throws: `Trouble` with the reply when its code is another one.
  fileprivate func expect(_ codes: Int...) throws {
    guard codes.contains(code) else { throw SMTPChannelHandler.Trouble(cause: cause) }
  }
}
