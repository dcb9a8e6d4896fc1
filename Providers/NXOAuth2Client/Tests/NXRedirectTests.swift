// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A redirect in the manner of NXOAuth2Client", .timeLimit(.minutes(10)))
struct NXRedirectTests {
  /// Answers a request for `/a` with a redirect.
  private func redirecting(to target: String) -> AnsweringTransport {
    AnsweringTransport {
      $0.path == "/a"
        ? AnsweringTransport.status(.found, [.location: target]) : AnsweringTransport.status(.ok)
    }
  }

  static let steps: [(from: String, to: String, keeps: Bool)] = [
    ("http://localhost", "https://localhost/b", true),
    ("http://localhost:80", "https://localhost:443/b", true),
    ("http://localhost", "http://localhost/b", true),
    ("https://api.example", "https://api.example:443/b", true),
    ("http://localhost:8080", "https://localhost:8080/b", true),
    ("http://localhost:8080", "https://localhost/b", false),
    ("http://localhost", "https://localhost:8443/b", false),
    ("http://localhost", "https://127.0.0.1/b", false),
    ("http://[::1]", "https://[::1]/b", true),
    ("https://localhost", "http://localhost/b", false),
    ("https://api.example", "https://evil.example/b", false),
    ("https://api.example", "https://api.example.evil.example/b", false),
    ("https://api.example", "https://sub.api.example/b", false),
  ]

  @Test("keeps the token on the same host, also from http to https, and drops it everywhere else")
  func upgrade() async throws {
    let (_, session) = try await NXWorld.signedIn()
    for (from, to, keeps) in Self.steps {
      let transport = redirecting(to: to)
      _ = try await AuthorizedTransport(session, redirects: .follow(), transport: transport)
        .send(HTTPRequest(to: Endpoint(from + "/a").text))
      let fields = transport.requests.map { $0.headerFields[.authorization] }
      #expect(fields.count == 2)
      #expect(fields.first??.hasPrefix("OAuth ") == true)
      #expect((fields.last! != nil) == keeps, "\(from) to \(to)")
    }
    let insecure = redirecting(to: "http://api.example/b")
    let error = await failure {
      try await AuthorizedTransport(session, redirects: .follow(), transport: insecure)
        .send(HTTPRequest(to: "https://api.example/a"))
    }
    #expect(error?.code == .redirectRefused)
    #expect(insecure.requests.count == 1)
  }

  @Test("a multipart body has the same layout as in the old library")
  func layout() async throws {
    let boundary = "------------nx-oauth2123456789"
    let body = try RequestBody.multipart(
      [.text(name: "foo", value: "bar"), .text(name: "rab", value: "0")], boundary: boundary)
    var bytes = Data()
    for try await chunk in try await body.chunks() { bytes += chunk }
    let end = "\r\n"
    let text = [
      "--\(boundary)", #"Content-Disposition: form-data; name="foo""#, "", "bar", "--\(boundary)",
      #"Content-Disposition: form-data; name="rab""#, "", "0", "--\(boundary)--", "",
    ].joined(separator: end)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(bytes.count == 204)
    #expect(bytes.count == 114 + 3 * boundary.utf8.count)
    #expect(try RequestBody.multipart([]).isEmpty)
  }
}
