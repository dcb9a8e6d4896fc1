// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
  /// The origin ([RFC 6454 §4](https://www.rfc-editor.org/rfc/rfc6454#section-4)): scheme, host and port,
  /// without the default port of the scheme.
  package var origin: String {
    let ending = scheme == "https" ? ":443" : ":80"
    let host = authority.hasSuffix(ending) ? String(authority.dropLast(ending.count)) : authority
    return "\(scheme)://\(host)"
  }
}
