// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2ClientOldNames
import CoatcheckNXOAuth2ClientTesting
import TestKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The old names", .timeLimit(.minutes(10)))
@MainActor
struct NXOldNamesTests {
  /// A delegate that returns a trust mode and certificates for every host.
  private final class Judge: NSObject, NXOAuth2ClientDelegate, NXOAuth2ConnectionDelegate {
    var mode = NXOAuth2TrustModeSystem
    var certificates: [Any] = []
    var error: NSError?

    func connection(
      _ connection: NXOAuth2Connection!, trustModeForHostname hostname: String!
    ) -> NXOAuth2TrustMode { mode }

    func connection(
      _ connection: NXOAuth2Connection!, trustedCertificatesForHostname hostname: String!
    ) -> [Any]! { certificates }

    func oauthClient(
      _ client: NXOAuth2Client!, didFailToGetAccessTokenWithError error: (any Error)!
    ) { self.error = error as NSError }
  }

  private func client(
    _ world: GuideWorld, _ delegate: (any NSObject & NXOAuth2ClientDelegate)?
  ) async -> NXOAuth2Client {
    let secret = "xXxXxXxXxXxXxXxXxXxXxXxXxXxXxXxX"
    return await world.run {
      NXOAuth2Client(
        clientID: secret, clientSecret: secret,
        authorizeURL: URL(string: "https://myHost/oauth2/authenticate"),
        tokenURL: URL(string: "https://myHost/oauth2/token"), delegate: delegate)
    }
  }

  @Test("certificates are checked even if the delegate trusts any, and the log has a warning")
  func certificates() async throws {
    let world = try await GuideWorld()
    let judge = Judge()
    let client = await client(world, judge)
    judge.mode = NXOAuth2TrustModeAnyCertificate
    client.requestAccess()
    #expect(world.trust.value == [.system])
    #expect(world.log.all.contains { $0.contains("NXOAuth2TrustModeAnyCertificate is not obeyed") })
    let der = Data([0x30, 0x00])
    judge.mode = NXOAuth2TrustModeSpecificCertificate
    judge.certificates = [der]
    client.requestAccess()
    let pinned = try TrustRules(["myhost": .pinned([.certificate(der: der)])])
    #expect(world.trust.value.last == pinned)
    let connection = await world.run {
      NXOAuth2Connection(
        request: URLRequest(url: URL(string: "https://myHost/public")!), oauthClient: nil,
        delegate: judge)
    }
    #expect(connection != nil && world.trust.value.last == pinned)
  }

  @Test("a delegate without a method that begins a flow receives an error")
  func noFlow() async throws {
    let world = try await GuideWorld()
    let judge = Judge()
    let client = await client(world, judge)
    client.requestAccess()
    try await NX.eventually { judge.error != nil }
    #expect(judge.error?.domain == NXOAuth2ErrorDomain)
    #expect(judge.error?.localizedDescription.contains("no method that begins a flow") == true)
  }

  @Test("an invalid setting of a service is reported by name at the first call")
  func mistakes() async throws {
    let world = try await GuideWorld()
    let judge = Judge()
    let client = await client(world, judge)
    client.additionalAuthenticationParameters = ["display": "touch", "client_id": "other"]
    client.requestAccess()
    let error = judge.error?.userInfo[NSUnderlyingErrorKey] as? OAuthError
    #expect(error?.outcome == .misused && error?.parameter == "client_id")
    client.additionalAuthenticationParameters = ["display": "touch"]
    client.customHeaderFields = ["Content-Type": "application/x-www-form-urlencoded", "X-App": 7]
    client.userAgent = "Old/1.0"
    client.authenticateWithClientCredentials()
    try await NX.eventually { client.accessToken != nil }
    let sent = try #require(world.standIn.received("/oauth2/token").last)
    #expect(sent.head.headerFields[.userAgent] == "Old/1.0")
    #expect(sent.head.headerFields[HTTPField.Name("X-App")!] == "7")
  }

  @Test("a token that is set is used for requests, and is removed when it is set to nil")
  func tokens() async throws {
    let world = try await GuideWorld()
    let app = GuideClient()
    let first = await client(world, app)
    first.authenticate(withUsername: "alice", password: "wonderland")
    try await NX.eventually { app.calls == ["got"] }
    let token: NXOAuth2AccessToken = try #require(first.accessToken)
    #expect(token.doesExpire && !String(describing: token).contains(token.accessToken))
    let other = GuideClient()
    let second = await world.run {
      NXOAuth2Client(
        clientID: "app", clientSecret: nil, authorizeURL: URL(string: "https://myHost/a"),
        tokenURL: URL(string: "https://myHost/oauth2/token"), accessToken: token, tokenType: nil,
        keyChainGroup: "second", keyChainAccessGroup: nil, persistent: false, delegate: other)!
    }
    #expect(second.accessToken === token)
    try await NX.eventually { other.calls == ["got"] }
    let request = await world.run { () -> GuideRequest in
      let request = GuideRequest()
      request.send(second)
      return request
    }
    try await NX.eventually { request.calls.count == 2 }
    #expect(request.calls == ["response 200", "finished"])
    second.accessToken = nil
    try await NX.eventually { other.calls == ["got", "lost"] }
    #expect(!second.isPersistent && second.accessToken == nil)
    #expect(try await world.store.sessions().count == 1, "it was in memory")
    let read = try #require(
      NXOAuth2AccessToken(
        responseBody: #"{"access_token":"a","expires_in":"60","scope":["x","y"]}"#,
        tokenType: "bearer"))
    #expect(read.scope == ["x", "y"] && read.tokenType == "bearer" && read.expiresAt != nil)
    #expect(NXOAuth2AccessToken(responseBody: "{}") == nil)
  }

  struct Upload: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let method: String
    var type: String?
    let text: String
  }

  nonisolated static let allUploads: [Upload] = [
    Upload(testDescription: "a GET has its parameters in the query", method: "GET", text: ""),
    Upload(
      testDescription: "a form", method: "POST", type: "application/x-www-form-urlencoded",
      text: "a=1&b=&tag=sea&tag=sand"),
    Upload(
      testDescription: "multipart, with repeated names", method: "PUT", text: "a, b, tag, tag"),
  ]

  @Test("parameters are sent as the old library did", arguments: allUploads)
  func parameters(_ upload: Upload) async throws {
    let world = try await GuideWorld()
    let app = GuideClient()
    let client = await client(world, app)
    client.authenticateWithClientCredentials()
    try await NX.eventually { app.calls == ["got"] }
    let path = upload.method == "GET" ? "me" : "upload"
    let request = NSMutableURLRequest(url: URL(string: "https://myHost/\(path)")!)
    request.httpMethod = upload.method
    if let type = upload.type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
    var answer: Data?
    var sent: UInt64 = 0
    let connection = await world.run {
      NXOAuth2Connection(
        request: request, requestParameters: ["a": 1, "b": "", "tag": ["sea", "sand"]],
        oauthClient: client, sendingProgressHandler: { bytes, _ in sent = bytes }
      ) { _, data, error in
        #expect(error == nil)
        answer = data
      }
    }
    try await NX.eventually { answer != nil }
    let json = try JSONObject(parsing: Array(try #require(answer)))
    switch upload.method {
    case "GET": #expect(json["query"]?.stringValue == "a=1&b=&tag=sea&tag=sand")
    case "POST": #expect(json["text"]?.stringValue == upload.text)
    default:
      let names = json["parts"]?.arrayValue?.compactMap { $0.objectValue?["name"]?.stringValue }
      #expect(names?.joined(separator: ", ") == upload.text)
    }
    #expect(connection?.statusCode == 200 && connection?.data == answer)
    #expect((sent > 0) == (upload.method != "GET"))
  }

  @Test("a connection is cancelled with the system's number, and can be retried")
  func cancelled() async throws {
    let world = try await GuideWorld()
    let request = GuideRequest()
    await world.run { request.send(nil) }
    request.connection?.cancel()
    try await NX.eventually { !request.calls.isEmpty }
    #expect(request.calls == ["failed NSURLErrorDomain \(NSURLErrorCancelled)"])
    let file = NXOAuth2FileStreamWrapper(
      stream: InputStream(data: Data("picture".utf8)), contentLength: 7, fileName: "1.jpg")
    let app = GuideClient()
    let client = await client(world, app)
    client.authenticateWithClientCredentials()
    try await NX.eventually { app.calls == ["got"] }
    var names: [String?] = []
    let upload = NSMutableURLRequest(url: URL(string: "https://myHost/upload")!)
    upload.httpMethod = "POST"
    _ = await world.run {
      NXOAuth2Connection(
        request: upload, requestParameters: ["photo": file as Any], oauthClient: client,
        sendingProgressHandler: nil
      ) { _, data, _ in
        let json = data.flatMap { try? JSONObject(parsing: Array($0)) }
        names =
          json?["parts"]?.arrayValue?.map { $0.objectValue?["filename"]?.stringValue } ?? []
      }
    }
    try await NX.eventually { !names.isEmpty }
    #expect(names == ["1.jpg"])
  }

  /// Uses every name of the old header, as imported from Objective-C. The test is that this compiles.
  @Test("every name of the header is there, with its labels")
  func header() {
    typealias Delegate = any NSObject & NXOAuth2ClientDelegate
    _ = NXOAuth2Client.authorizationURL(withRedirectURL:)
    _ = NXOAuth2Client.openRedirectURL(_:)
    _ = NXOAuth2Client.openRedirectURL(_:error:)
    _ = NXOAuth2Client.authenticate(withUsername:password:)
    _ = NXOAuth2Client.authenticate(withAssertionType:assertion:)
    _ = NXOAuth2Client.authenticateWithClientCredentials
    _ = NXOAuth2Client.requestAccess
    _ = NXOAuth2Client.requestAccessAndRetry(_:)
    _ = NXOAuth2Client.refreshAccessToken
    _ = NXOAuth2Client.refreshAccessTokenAndRetry(_:)
    _ = NXOAuth2Connection.cancel
    _ = NXOAuth2Connection.retry
    _ = NXOAuth2Request.signedURLRequest
    _ = NXOAuth2Request.perform(sendingProgressHandler:responseHandler:)
    _ = NXOAuth2AccountStore.handleRedirectURL(_:)
    _ = NXOAuth2AccountStore.handleRedirectURL(_:error:)
    _ = NXOAuth2AccountStore.addAccount(_:)
    _ = NXOAuth2AccountStore.removeAccount(_:)
    _ = NXOAuth2AccountStore.requestClientCredentialsAccess(withType:)
    _ = NXOAuth2AccountStore.requestAccessToAccount(withType:assertionType:assertion:)
    _ = NXOAuth2AccountStore.setTrustModeHandlerForAccountType(_:block:)
    _ = NXOAuth2AccountStore.setTrustedCertificatesHandlerForAccountType(_:block:)
    _ = NXOAuth2AccountStore.trustModeHandler(forAccountType:)
    _ = NXOAuth2AccountStore.trustedCertificatesHandler(forAccountType:)
    _ = NXOAuth2AccountStore.configuration(forAccountType:)
    _ = \NXOAuth2Client.isAuthenticating
    _ = \NXOAuth2Client.isPersistent
    _ = \NXOAuth2Client.tokenRequestHTTPMethod
    _ = \NXOAuth2Client.acceptType
    _ = \NXOAuth2Client.tokenType
    _ = \NXOAuth2AccountStore.keychainAccessGroup
    _ = \NXOAuth2AccountStore.keychainServiceName
    _ = \NXOAuth2Connection.expectedContentLength
    _ = \NXOAuth2Connection.context
    _ = \NXOAuth2Connection.userInfo
    _ = \NXOAuth2Connection.savesData
    _ = \NXOAuth2Connection.client
    _ = \NXOAuth2AccessToken.responseBody
    let numbers: [Int] = [
      NXOAuth2InvalidRequestErrorCode, NXOAuth2InvalidClientErrorCode,
      NXOAuth2UnauthorizedClientErrorCode, NXOAuth2RedirectURIMismatchErrorCode,
      NXOAuth2AccessDeniedErrorCode, NXOAuth2UnsupportedResponseTypeErrorCode,
      NXOAuth2InvalidScopeErrorCode, NXOAuth2CouldNotRefreshTokenErrorCode,
    ]
    #expect(numbers == [-1001, -1002, -1003, -1004, -1005, -1006, -1007, -2001])
    #expect(
      NSNotification.Name.NXOAuth2ConnectionDidStart.rawValue
        == "NXOAuth2ConnectionDidStartNotification")
  }
}
