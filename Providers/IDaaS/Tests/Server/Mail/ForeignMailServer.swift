// SPDX-License-Identifier: Apache-2.0
import CoatcheckSMTP
import TestKit

/// A mail server of another project, `aiosmtpd` from PyPI, that prints each message as its own parser reads it.
struct ForeignMailServer: Sendable {
  static let username = "mailer"
  static let password = "correct horse \u{1F40E}"

  private let process: ChildProcess
  let port: Int

  private static let python = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build/peers/bin/python3").path()

  static let isInstalled = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    return (try? ChildProcess.run([python, "-c", "import aiosmtpd"]))?.status == 0
  }()

  private static let script = """
    import asyncio, email, json, ssl, sys
    from email import policy
    from aiosmtpd.smtp import SMTP, AuthResult
    mode, certificate, key, user, password, without = sys.argv[1:7]
    class Handler:
        async def handle_RCPT(self, server, session, envelope, address, options):
            refusal = {'unknown': '550 5.1.1 No such user', 'full': '452 4.2.2 Full', 'blocked': '550 5.7.1 No'}.get(address.split('@')[0])
            if refusal: return refusal
            envelope.rcpt_tos.append(address)
            return '250 2.1.5 Ok'
        async def handle_DATA(self, server, session, envelope):
            m = email.message_from_bytes(envelope.content, policy=policy.SMTP)
            print(json.dumps({
                'from': envelope.mail_from, 'to': envelope.rcpt_tos, 'hello': session.host_name, 'tls': session.ssl is not None or mode == 'implicit',
                'raw': envelope.content.decode('ascii'), 'fields': {n.lower(): str(v) for n, v in m.items()},
                'names': [n for n in m.keys()], 'date': m['date'].datetime.isoformat(), 'defects': [str(d) for n in m.values() for d in n.defects],
                'sender': m['from'].addresses[0].display_name, 'body': m.get_content().replace('\\r\\n', '\\n'), 'type': m.get_content_type(),
            }), flush=True)
            return '250 2.0.0 queued'
    def check(server, session, envelope, mechanism, data):
        right = data.login == user.encode() and data.password == password.encode()
        return AuthResult(success=right, handled=False)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    starttls = mode == 'starttls'
    def make():
        return SMTP(Handler(), hostname='mail.example', tls_context=context if starttls else None, require_starttls=starttls,
            auth_required=mode != 'none', auth_require_tls=starttls, authenticator=check, auth_exclude_mechanism=without.split(), loop=asyncio.get_running_loop())
    async def main():
        server = await asyncio.get_running_loop().create_server(make, '127.0.0.1', 0, ssl=context if mode == 'implicit' else None)
        print('port', server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()
    asyncio.run(main())
    """

  /// Starts it.
  ///
  /// - Parameters:
  ///   - certificate: The name of its certificate in the folder.
  ///   - mechanisms: The mechanisms that it does not offer, of `LOGIN PLAIN`.
  init(
    _ security: SMTPServer.Security, _ certificates: Certificates, certificate: String = "server",
    without mechanisms: String = ""
  ) async throws {
    process = try ChildProcess(
      Self.python,
      [
        "-u", "-W", "ignore", "-c", Self.script, security.rawValue,
        certificates.path("\(certificate).pem"), certificates.path("a.key"), Self.username,
        Self.password, mechanisms,
      ])
    let line = try await process.line { $0.hasPrefix("port ") }
    port = Int(line.dropFirst(5)) ?? 0
  }

  func stop() { process.crash() }

  /// The messages that it took, oldest first.
  var messages: [JSONObject] {
    process.output.split(separator: "\n").compactMap { try? JSONObject(parsing: Array($0.utf8)) }
  }
}
