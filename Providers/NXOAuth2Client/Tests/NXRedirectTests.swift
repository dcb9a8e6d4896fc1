// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A redirect in the manner of NXOAuth2Client", .timeLimit(.minutes(10)))
struct NXRedirectTests {
  /// Answers the first request with a redirect, and writes down what each one is authorized by.
  private final class Redirecting: HTTPTransport {
    let target: String
    private let seen = Mutex<[String?]>([])
    var fields: [String?] { seen.withLock { $0 } }

    init(_ target: String) { self.target = target }

    func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      let count = seen.withLock { seen in
        seen.append(request.headerFields[.authorization])
        return seen.count
      }
      guard count == 1 else { return (HTTPResponse(status: .ok), Data()) }
      return (HTTPResponse(status: .found, headerFields: [.location: target]), Data())
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
    let world = try await NXWorld()
    let session = try await world.session()
    for (from, to, keeps) in Self.steps {
      let transport = Redirecting(to)
      let start = try Endpoint(from + "/a")
      _ = try await AuthorizedTransport(session, redirects: .follow(), transport: transport).send(
        HTTPRequest(
          method: .get, scheme: start.scheme, authority: start.authority, path: start.path),
        body: Data(), limit: .standard)
      #expect(transport.fields.count == 2)
      #expect(transport.fields.first??.hasPrefix("OAuth ") == true)
      #expect((transport.fields.last! != nil) == keeps, "\(from) to \(to)")
    }
    let insecure = Redirecting("http://api.example/b")
    let error = await failure {
      try await AuthorizedTransport(session, redirects: .follow(), transport: insecure).send(
        HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/a"),
        body: Data(), limit: .standard)
    }
    #expect(error?.code == .redirectRefused)
    #expect(insecure.fields.count == 1)
  }

  @Test("has the parts of a multipart body where the old library had them")
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
