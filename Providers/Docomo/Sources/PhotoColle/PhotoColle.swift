// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// The pictures and films that a user keeps at docomo.
///
/// ```swift
/// let photos = try PhotoColle(session)
/// let page = try await photos.contents(.image, page: .first)
/// for try await chunk in try await photos.content(page.items[0].guid, .image).body { … }
/// ```
///
/// Every call uses an access token that lasts for another minute at least, or for half of its life when
/// that is shorter; one that ends earlier is replaced first, and the new one is stored where the old one was.
/// When that is refused the session is over, and what was stored is gone; when the network is down, everything
/// stays. A token that PhotoColle itself rejects is ``PhotoColleError/tokenExpired``: it is neither replaced
/// nor sent again by itself.
///
/// Arguments out of their limits are `misused`, naming the argument, before anything is sent. A response has
/// 60 seconds.
public struct PhotoColle: Sendable {
  /// Where PhotoColle is, as far as its documents say.
  public static let address = "https://xlb.photocolle-docomo.com"

  /// The longest answer that is read in one go, in bytes: thirty thumbnails.
  static let maximumReplyLength = 32 << 20
  /// The time for a response; for a stream the longest time without a byte.
  static let deadline = Duration.seconds(60)

  let transport: AuthorizedTransport
  let environment: RuntimeEnvironment
  private let base: Endpoint

  /// PhotoColle, on behalf of a user.
  ///
  /// - Parameters:
  ///   - session: Whose pictures; a session at `Provider.docomo(authority:tokenAuthority:authentication:)`.
  ///   - address: Where PhotoColle is, without a path; slashes at its end do not count.
  ///   - environment: The random generator for what separates the parts of an upload.
  /// - Throws: `misused` when the address is not `https`, or `http` on this machine.
  public init(
    _ session: Session, at address: String = PhotoColle.address,
    environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    base = try Endpoint(Provider.base(address))
    self.environment = environment
    // A token that was rejected is neither replaced nor sent again: the caller decides.
    transport = AuthorizedTransport(session, authorizer: BearerAuthorizer(rejections: []))
  }

  /// The head of a request.
  func request(_ method: HTTPRequest.Method, _ path: String) -> HTTPRequest {
    let prefix = base.path == "/" ? "" : base.path
    return HTTPRequest(
      method: method, scheme: base.scheme, authority: base.authority, path: prefix + path)
  }

  /// Asks a question in JSON, and reads the response.
  func answer(
    to question: JSONObject, at path: String
  ) async throws(PhotoColleError) -> PhotoColleReply {
    var request = request(.post, path)
    request.headerFields[.contentType] = "application/json"
    return try await answer(to: request, body: Data(question.serialized()))
  }

  /// Sends a request, and reads the response.
  func answer(
    to request: HTTPRequest, body: Data = Data()
  ) async throws(PhotoColleError) -> PhotoColleReply {
    let answer: (head: HTTPResponse, body: Data)
    do throws(OAuthError) {
      answer = try await transport.send(
        request, body: body,
        limit: ResponseLimit(bytes: Self.maximumReplyLength, deadline: Self.deadline))
    } catch {
      throw .session(error)
    }
    try PhotoColleReply.check(answer.head, answer.body)
    return try PhotoColleReply(answer.body)
  }
}

extension PhotoColleError {
  /// The caller's mistake, named after the argument at fault. Nothing was sent.
  static func misused(_ argument: String, _ reason: String) -> PhotoColleError {
    .session(.misused(argument, reason))
  }
}
