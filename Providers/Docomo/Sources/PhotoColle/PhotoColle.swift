// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// A client of PhotoColle, the storage for a user's photos and videos at docomo.
///
/// ```swift
/// let photos = try PhotoColle(session)
/// let page = try await photos.contents(.image, page: .first)
/// for try await chunk in try await photos.content(page.items[0].guid, .image).body { … }
/// ```
///
/// Every call uses an access token that is valid for at least another minute, or for half of its lifetime
/// when that is shorter. A token that expires earlier is refreshed first, and the new one is stored in
/// its place. When the authorization server refuses the refresh, the session has ended and its record is
/// removed; when the network fails, the session stays as it is. A token that PhotoColle itself rejects is
/// ``PhotoColleError/tokenExpired``: it is neither refreshed nor sent again automatically.
///
/// Arguments outside their limits are `misused` naming the argument, in ``PhotoColleError/session(_:)``,
/// before anything is sent. Each response has to arrive within 60 seconds.
///
/// Every call throws ``PhotoColleError/session(_:)`` when the session has ended or the network fails,
/// ``PhotoColleError/tokenExpired`` when PhotoColle rejects the token,
/// ``PhotoColleError/http(status:reasonPhrase:body:)`` for any other status than 200,
/// ``PhotoColleError/application(_:parameter:value:)`` when PhotoColle refuses the request, and
/// ``PhotoColleError/unreadable(member:)`` for a response that cannot be read.
public struct PhotoColle: Sendable {
  /// The address of PhotoColle, according to its documents.
  public static let address = "https://xlb.photocolle-docomo.com"

  /// The maximum length of a response that is read as a whole, in bytes: enough for thirty thumbnails.
  static let maximumReplyLength = 32 << 20
  /// The time limit of a response; for a stream, the maximum time without a byte.
  static let deadline = Duration.seconds(60)

  let transport: AuthorizedTransport
  let environment: RuntimeEnvironment
  private let base: Endpoint

  /// Creates a client that acts on behalf of one user.
  ///
  /// - Parameters:
  ///   - session: The session of the user, at
  ///     `Provider.docomo(authority:tokenAuthority:authentication:)`.
  ///   - address: The address of PhotoColle: an absolute URI without a path. Slashes at its end are
  ///     ignored.
  ///   - environment: The random generator for the boundary between the parts of an upload.
  /// - Throws: `misused` when the address is not `https`, or `http` on this machine.
  public init(
    _ session: Session, at address: String = PhotoColle.address,
    environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    base = try Endpoint(Provider.base(address))
    self.environment = environment
    // After a rejected token nothing is refreshed and no request is sent again: the caller decides.
    transport = AuthorizedTransport(session, authorizer: BearerAuthorizer(rejections: []))
  }

  /// The head of a request.
  func request(_ method: HTTPRequest.Method, _ path: String) -> HTTPRequest {
    let prefix = base.path == "/" ? "" : base.path
    return HTTPRequest(
      method: method, scheme: base.scheme, authority: base.authority, path: prefix + path)
  }

  /// Sends parameters as JSON, and reads the response.
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
  /// The error for an invalid argument, which it names. No request was sent.
  static func misused(_ argument: String, _ reason: String) -> PhotoColleError {
    .session(.misused(argument, reason))
  }
}
