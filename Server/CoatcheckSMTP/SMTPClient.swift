// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
public import CoatcheckOAuth

/// Hands messages to a mail server, each over a connection of its own.
///
/// No server recognises a message that it gets twice, so each is sent once; a failure says whether it may have been taken.
public struct SMTPClient: Sendable {
  /// The server.
  public let server: SMTPServer
  private let tls: SMTPTLS?
  private let environment: RuntimeEnvironment
  private let deadline: Duration

  /// Names a server.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - environment: The clock, and what waits for the deadline.
  ///   - deadline: The maximum time of one message, from the connection on.
  /// - Throws: `misused` naming `host`, `credentials`, `name` or `authorities`.
  public init(
    _ server: SMTPServer, environment: RuntimeEnvironment = .live,
    deadline: Duration = .seconds(20)
  ) throws(OAuthError) {
    // A name with a line break would add another command.
    if let name = server.clientName {
      guard (1...255).contains(name.utf8.count), name.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
      else { throw .misused("name", "The name of this machine is not one for a mail server.") }
    }
    if server.security == .none {
      guard server.isLoopback else {
        throw .misused("host", "Without TLS, mail is sent to a loopback address only.")
      }
      guard server.credentials == nil else {
        throw .misused("credentials", "Without TLS, no password is sent.")
      }
    }
    if let credentials = server.credentials {
      // "The NUL character … separates" what is sent.
      let texts = [credentials.username, credentials.password.reveal()]
      guard texts.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
        throw .misused("credentials", "The user name or the password is empty or holds a NUL.")
      }
    }
    self.server = server
    self.environment = environment
    self.deadline = deadline
    tls = server.security == .none ? nil : try SMTPTLS(server)
  }

  /// Sends a message.
  ///
  /// - Throws: How far it came, and why it came no further.
  public func send(_ message: MailMessage) async throws(SMTPFailure) {
    let progress = SMTPExchange.Progress()
    do {
      try await withDeadline(deadline, environment: environment, otherwise: Self.late) {
        try await self.exchange(message, progress)
      }
    } catch {
      throw SMTPFailure(progress.step, Self.cause(error, at: progress.step))
    }
  }

  private static let late = OAuthError.unreachable(
    .timedOut, "The mail server did not take the message in time.")

  private func exchange(_ message: MailMessage, _ progress: SMTPExchange.Progress) async throws {
    let closer = SMTPCloser()
    do {
      try await withTaskCancellationHandler {
        let connection = try await SMTPConnection.open(
          to: server, tls, closer, within: deadline)
        try await SMTPExchange(server: server, connection: connection, progress: progress)
          .send(message, at: environment.now())
      } onCancel: {
        closer.close()
      }
    } catch {
      // After a cancellation, the connection was closed here and not by the server.
      if Task.isCancelled { throw CancellationError() }
      throw error
    }
  }

  private static func cause(_ error: any Error, at step: SMTPFailure.Step) -> SMTPFailure.Cause {
    switch error {
    case let trouble as SMTPChannelHandler.Trouble: trouble.cause
    case is CancellationError: .cancelled
    case let error as OAuthError:
      error.code == .timedOut ? .timedOut : .untrusted(error.reason)
    default: .unreachable(String(describing: error))
    }
  }
}
