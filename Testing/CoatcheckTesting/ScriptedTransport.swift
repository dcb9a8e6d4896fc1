// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckJOSE
public import CoatcheckOAuth
public import Foundation
public import HTTPTypes
import Synchronization

/// A transport with a script: each line is one expected request and its reply.
///
/// A request that matches no unused line fails, and ``finish()`` fails if lines are unused, so a test detects
/// both an unexpected request and a missing one.
///
/// ```swift
/// let transport = ScriptedTransport([
///   .init("GET https://op.example/jwks", reply: .json(keys)),
///   .init(
///     "POST https://op.example/token", form: ["grant_type": "refresh_token"],
///     reply: .failure(.unreachable(.connectionFailed, "The cable is out."))),
/// ])
/// …
/// try transport.finish()
/// ```
public final class ScriptedTransport: HTTPTransport {
  /// The reply of a line.
  public enum Reply: Sendable {
    /// The transport returns this response.
    case response(HTTPResponse, Data)
    /// The transport throws this error.
    case failure(OAuthError)

    /// A response with a JSON body.
    ///
    /// - Parameters:
    ///   - body: The JSON object.
    ///   - status: The HTTP status.
    public static func json(_ body: JSONObject, status: Int = 200) -> Reply {
      let fields: HTTPFields = [.contentType: "application/json"]
      return .response(
        HTTPResponse(status: .init(code: status), headerFields: fields), Data(body.serialized()))
    }
  }

  /// One expected request.
  public struct Line: Sendable {
    /// The method and the whole address.
    let request: String
    let form: Parameters
    let reply: Reply

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - request: The method and the complete address: `GET https://op.example/jwks`.
    ///   - form: Parameters that the form in the body must contain; it may have others.
    ///   - reply: The response or error for this request.
    public init(_ request: String, form: Parameters = [:], reply: Reply) {
      self.request = request
      self.form = form
      self.reply = reply
    }

    func fits(_ request: String, _ form: Parameters) -> Bool {
      self.request == request && self.form.pairs.allSatisfy { form[$0.name] == $0.value }
    }
  }

  private struct State {
    var rest: [Line]
    var asked: [String] = []
    var unexpected: [String] = []
  }

  private let state: Mutex<State>

  /// Creates a transport with a script. Of several lines that match a request the first is used.
  public init(_ lines: [Line]) {
    state = Mutex(State(rest: lines))
  }

  /// The requests so far, as `METHOD address`.
  public var requests: [String] { state.withLock { $0.asked } }

  /// Returns the reply of the first unused line that matches.
  ///
  /// - Throws: The error of the line; `misused` when no line matches.
  public func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
    let name = "\(request.method.rawValue) \(address)"
    let form = (try? Parameters(bytes: Array(body))) ?? [:]
    let reply: Reply? = state.withLock { state in
      state.asked.append(name)
      guard let index = state.rest.firstIndex(where: { $0.fits(name, form) }) else {
        state.unexpected.append(name)
        return nil
      }
      return state.rest.remove(at: index).reply
    }
    switch reply {
    case .response(let head, let body): return (head, body)
    case .failure(let error): throw error
    case nil: throw .misused("script", "No unused line of the script matches \(name).")
    }
  }

  /// Checks that the script is used up.
  ///
  /// - Throws: `misused` naming the requests that matched no line and the unused lines.
  public func finish() throws(OAuthError) {
    let (rest, unexpected) = state.withLock { ($0.rest.map(\.request), $0.unexpected) }
    guard rest.isEmpty, unexpected.isEmpty else {
      throw .misused("script", "Not used: \(rest). Not expected: \(unexpected).")
    }
  }
}
