// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import HTTPTypes

/// One step of a chain of redirects.
struct Redirect {
  /// The request that follows, without anything an ``Authorizer`` adds.
  let request: HTTPRequest
  /// Whether the target has the same scheme, host and port, or is the same host with TLS.
  let isWithinOrigin: Bool
  /// Whether the body goes along.
  let keepsBody: Bool

  /// The step that a response requires; nil when it requires no step.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request that was redirected, without authorization.
  /// - Throws: `unreadable` with `redirectRefused` when the target is invalid or not protected by TLS.
  init?(_ response: HTTPResponse, to request: HTTPRequest) throws(OAuthError) {
    guard [301, 302, 303, 307, 308].contains(response.status.code),
      let location = response.headerFields[.location]
    else { return nil }
    let base = try request.endpoint()
    let target: Endpoint
    do {
      target = try URIReference.resolve(location, from: base)
    } catch {
      throw .redirectRefused(
        error.code == .insecureEndpoint
          ? "The resource server redirects to an address without TLS."
          : "The resource server redirects to an invalid address.", response)
    }
    isWithinOrigin = Self.origin(base) == Self.origin(target) || Self.isUpgrade(base, target)
    let method = Self.method(after: response.status.code, request.method)
    keepsBody = method == request.method
    var fields = request.headerFields
    if !isWithinOrigin {
      for name in [HTTPField.Name.authorization, .cookie, .proxyAuthorization] {
        fields[name] = nil
      }
    }
    if !keepsBody {
      // RFC 9110 §15.4, on a request that becomes a GET: "Content-specific header fields" are left
      // out.
      fields = HTTPFields(
        fields.filter { field in
          let name = field.name.canonicalName
          return !name.hasPrefix("content-") && name != "digest" && name != "repr-digest"
            && name != "last-modified" && name != "expect"
        })
    }
    self.request = HTTPRequest(
      method: method, scheme: target.scheme, authority: target.authority, path: target.path,
      headerFields: fields)
  }

  /// RFC 9110 §15.4.2 and §15.4.3: "For historical reasons, a user agent MAY change the request
  /// method from POST to GET for the subsequent request." §15.4.4: a 303 is followed with GET, or
  /// HEAD.
  private static func method(after status: Int, _ method: HTTPRequest.Method) -> HTTPRequest.Method
  {
    switch status {
    case 301, 302: method == .post ? .get : method
    case 303: method == .head ? .head : .get
    default: method
    }
  }

  /// Whether the target is the same host with TLS. As in
  /// [RFC 6797 §8.3](https://www.rfc-editor.org/rfc/rfc6797#section-8.3), port 80 becomes 443, and any
  /// other port stays.
  private static func isUpgrade(_ base: Endpoint, _ target: Endpoint) -> Bool {
    guard base.scheme == "http", target.scheme == "https" else { return false }
    let (host, port) = TrustRules.split(base.authority)
    let (targetHost, targetPort) = TrustRules.split(target.authority)
    return host == targetHost && (port ?? 80 == 80 ? 443 : port) == targetPort ?? 443
  }

  /// RFC 6454 §4: scheme, host and port.
  static func origin(_ endpoint: Endpoint) -> String {
    let ending = endpoint.scheme == "https" ? ":443" : ":80"
    let host =
      endpoint.authority.hasSuffix(ending)
      ? String(endpoint.authority.dropLast(ending.count)) : endpoint.authority
    return "\(endpoint.scheme)://\(host)"
  }
}

extension OAuthError {
  /// The error for a redirect that must not be followed, though redirects in general are.
  static func redirectRefused(_ reason: String, _ response: HTTPResponse) -> OAuthError {
    .unreadable(.redirectRefused, reason, status: response.status.code)
  }
}
